import { list, obj, str } from '../../../../../src/wire/decode';
import { shownLabel, shownText } from '../../../../../src/wire/shown';
import type { AgentMessage } from '../../../shared/agentApi';

const KINDS: Record<string, string> = { text: 'Text', email: 'Email address', select: 'Choice' };

const labelOf = (field: Record<string, unknown>): string =>
  shownLabel(field.label) ?? shownLabel(field.name) ?? '';

const optionsOf = (value: unknown): string =>
  list(value)
    .map((option) => shownLabel(obj(option).label) ?? shownLabel(obj(option).name))
    .filter(Boolean)
    .join(', ');

/** A form's fields, and whether it was submitted. */
export const Form = ({ message }: { message: AgentMessage }) => (
  <div class="card">
    <p class="card-head">
      <strong>Form</strong>
      <span class="meta">{message.submitted === true ? 'Submitted' : 'Not submitted yet'}</span>
    </p>
    <dl class="fields">
      {list(message.fields)
        .map(obj)
        .map((field, i) => (
          <div key={i}>
            <dt dir="auto">{labelOf(field)}</dt>
            <dd dir="auto">
              {optionsOf(field.options) || (KINDS[str(field.type) ?? ''] ?? str(field.type))}
            </dd>
          </div>
        ))}
    </dl>
  </div>
);

/** A visitor's answers to a form. */
export const FormAnswer = ({ message }: { message: AgentMessage }) => (
  <div class="card">
    <p class="card-head">
      <strong>Form answer</strong>
    </p>
    <dl class="fields">
      {list(message.fields)
        .map(obj)
        .map((field, i) => (
          <div key={i}>
            <dt dir="auto">{labelOf(field)}</dt>
            <dd dir="auto">{shownText(field.text) ?? shownText(field.email) ?? optionsOf(field.select)}</dd>
          </div>
        ))}
    </dl>
  </div>
);
