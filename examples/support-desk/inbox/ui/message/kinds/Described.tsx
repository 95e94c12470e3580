import { linesIn } from '@porch/messenger/messageKinds/texts';
import type { AgentMessage } from '../../../../shared/answers/messages';
import { typeTag } from '../../../model/describe';

/** A message by the lines of its kind's `text.ts`. Files and buttons have views of their own. */
export const Described = ({ message }: { message: AgentMessage }) => (
  <div class="card">
    <p class="card-head">
      <strong>{typeTag(message.type)}</strong>
    </p>
    <dl class="fields">
      {linesIn({ type: message.type, raw: message })
        .filter(({ name, detail, element }) => !element && (name || detail))
        .map(({ name, detail }, i) => (
          <div key={i}>
            <dt dir="auto">{name}</dt>
            {detail !== undefined && <dd dir="auto">{detail}</dd>}
          </div>
        ))}
    </dl>
  </div>
);
