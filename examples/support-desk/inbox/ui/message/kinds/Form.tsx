import { labelOf } from '@porch/messenger/messageKinds/form/decode';
import { list, obj, str } from '@porch/messenger/wire/decode';

import type { AgentMessage } from '../../../../shared/answers/messages';

const KINDS: Record<string, string> = { text: 'Text', email: 'Email address', select: 'Choice' };

const optionsOf = (value: unknown): string => list(value).map(labelOf).filter(Boolean).join(', ');

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
        .map((field, i) => {
          const label = labelOf(field);
          const asks = optionsOf(field.options) || (KINDS[str(field.type) ?? ''] ?? str(field.type));
          return (
            <div key={i}>
              <dt dir="auto">{label}</dt>
              {/* The label often has it already. */}
              {asks !== label && <dd dir="auto">{asks}</dd>}
            </div>
          );
        })}
    </dl>
  </div>
);
