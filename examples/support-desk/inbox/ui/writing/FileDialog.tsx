import { useId, useState } from 'react';
import { refusalWords } from '../../model/apiResult';
import { sizeWords } from '../../model/describe';
import type { SampleField } from '../../model/sampleFields';
import type { Thread } from '../../state/conversations/thread';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { useSubmission } from '../parts/useSubmission';
import { Field } from './SampleDialog';

const ALT: SampleField = {
  key: 'altText',
  label: 'Description',
  kind: 'text',
  example: 'A pair of brown boots',
  hint: 'For visitors who cannot see it.',
};
const CAPTION: SampleField = { key: 'text', label: 'Caption', kind: 'text', example: '' };

/** What the paper clip cannot do: add text to a file. */
export const FILE_WORDS = { image: 'Picture with description', file: 'File with caption' } as const;

type Props = { kind: 'image' | 'file'; thread: Thread; onClose(): void };

/** Sends an image or a file that the agent chooses, with text. */
export const FileDialog = ({ kind, thread, onClose }: Props) => {
  const id = useId();
  const [own, setOwn] = useState<File | undefined>(undefined);
  const [altText, setAltText] = useState('');
  const [text, setText] = useState('');
  const send = async (): Promise<string | undefined> => {
    if (!own) return 'Choose a file.';
    const said = { ...(altText.trim() ? { altText } : {}), ...(text.trim() ? { text } : {}) };
    const answer = await thread.submit(said, own);
    return answer.ok ? undefined : refusalWords(answer);
  };
  const submission = useSubmission(send, onClose);

  return (
    <Dialog title={FILE_WORDS[kind]} wide onClose={onClose}>
      <DialogForm act="Send" incomplete={!own} submission={submission} onCancel={onClose}>
        <div class="dialog-fields">
          <div class="field">
            <label for={id}>{kind === 'image' ? 'Picture' : 'File'}</label>
            <input
              id={id}
              type="file"
              accept={kind === 'image' ? 'image/*' : undefined}
              aria-describedby={`${id}-hint`}
              onChange={(event) => setOwn(event.currentTarget.files?.[0])}
            />
            <p id={`${id}-hint`} class="meta">
              {own && sizeWords(own.size)}
            </p>
          </div>
          {kind === 'image' && <Field field={ALT} value={altText} onChange={setAltText} />}
          <Field field={CAPTION} value={text} onChange={setText} />
        </div>
      </DialogForm>
    </Dialog>
  );
};
