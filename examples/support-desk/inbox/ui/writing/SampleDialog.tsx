import { useId, useState } from 'react';
import { refusalWords } from '../../model/apiResult';
import {
  isFilled,
  rowsText,
  type SampleContext,
  type SampleField,
  type Values,
} from '../../model/sampleFields';
import type { Sample, SampleBody } from '../../model/samples/sample';
import type { Thread } from '../../state/conversations/thread';
import { MessageBody } from '../message/MessageBody';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';
import { RowsField, type Upload } from './RowsField';

type FieldProps = { field: SampleField; value: string; upload?: Upload; onChange(value: string): void };

/** For places without uploads. */
const refuse: Upload = async () => ({ ok: false, failure: 'rejected' });

/** One field with its label and hint. */
export const Field = ({ field, value, upload = refuse, onChange }: FieldProps) => {
  const id = useId();
  if (field.kind === 'rows') return <RowsField {...{ field, value, upload, onChange }} />;
  const common = {
    id,
    value,
    dir: 'auto' as const,
    'aria-describedby': field.hint ? `${id}-hint` : undefined,
    onInput: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      {field.kind === 'text' && <input type="text" placeholder={field.example} {...common} />}
      {field.kind === 'choice' && (
        <select {...common}>
          {field.options.map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </select>
      )}
      {(field.kind === 'long' || field.kind === 'json') && (
        <textarea rows={3} placeholder={field.example} {...common} />
      )}
      {field.hint && (
        <p id={`${id}-hint`} class="meta">
          {field.hint}
        </p>
      )}
    </div>
  );
};

/** The message as the log will show it. */
const Preview = ({ body }: { body: SampleBody }) => (
  <section class="sample-preview" aria-label="Preview">
    <div class="bubble">
      <MessageBody message={{ ...body, _id: 'preview', role: 'appMaker', received: 0 }} visitorName="" />
    </div>
  </section>
);

const JSON_FIELD: SampleField = {
  key: 'json',
  label: 'Message as JSON',
  kind: 'json',
  example: '',
  hint: 'Use the fields of the agent API. The desk checks them.',
};

const parsed = (json: string): SampleBody | string => {
  try {
    const value: unknown = JSON.parse(json);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as SampleBody;
    return 'It must be an object: { … }';
  } catch (error) {
    return `It is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`;
  }
};

type Props = { sample: Sample; context: SampleContext; thread: Thread; onClose(): void };

/** Edits a message as fields or as JSON. An error of the desk is shown here, and the input stays. */
export const SampleDialog = ({ sample, context, thread, onClose }: Props) => {
  const { api } = useDesk().workspace;
  const [fields] = useState(() => sample.fields(context));
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(fields.map((field) => [field.key, field.kind === 'choice' ? field.value : ''])),
  );
  /** The preview does not follow each letter of an address, which would request another picture. */
  const [settled, setSettled] = useState<Values>(values);
  const [json, setJson] = useState<string | undefined>(undefined);
  const send = async (): Promise<string | undefined> => {
    const problem = json === undefined && sample.problem?.(values);
    if (problem) return problem;
    const body = json === undefined ? sample.build(values) : parsed(json);
    if (typeof body === 'string') return body;
    const answer = await thread.submit(body);
    return answer.ok ? undefined : refusalWords(answer);
  };
  const submission = useSubmission(send, onClose);
  const isWhole = (of: Values) => fields.every((field) => isFilled(field, of[field.key]));
  const fill = (): void => {
    submission.clearProblem();
    const examples = fields.map((field) => [
      field.key,
      field.kind === 'choice'
        ? values[field.key]
        : field.kind === 'rows'
          ? rowsText(field.example)
          : field.example,
    ]);
    const filled: Values = Object.fromEntries(examples);
    setValues(filled);
    setSettled(filled);
  };

  return (
    <Dialog title={sample.label} wide onClose={onClose}>
      <DialogForm
        act="Send"
        incomplete={json === undefined && !isWhole(values)}
        submission={submission}
        onCancel={onClose}
        aside={
          <>
            {json === undefined && (
              <button type="button" class="button quiet" onClick={fill}>
                Fill with an example
              </button>
            )}
            <label class="switch">
              <input
                type="checkbox"
                checked={json !== undefined}
                onChange={(event) => {
                  submission.clearProblem();
                  setJson(
                    event.currentTarget.checked ? JSON.stringify(sample.build(values), null, 2) : undefined,
                  );
                }}
              />
              As JSON
            </label>
          </>
        }
      >
        <div
          class={`dialog-fields${json === undefined ? '' : ' json'}`}
          onFocusOut={() => setSettled(values)}
        >
          {json === undefined ? (
            fields.map((field) => (
              <Field
                key={field.key}
                field={field}
                value={values[field.key] ?? ''}
                upload={(picture) => api.uploadPicture(thread.id, picture)}
                onChange={(value) => setValues((known) => ({ ...known, [field.key]: value }))}
              />
            ))
          ) : (
            <Field field={JSON_FIELD} value={json} onChange={setJson} />
          )}
        </div>
        {json === undefined && isWhole(settled) && !sample.problem?.(settled) && (
          <Preview key={JSON.stringify(settled)} body={sample.build(settled)} />
        )}
      </DialogForm>
    </Dialog>
  );
};
