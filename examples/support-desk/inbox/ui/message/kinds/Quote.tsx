import { obj, str } from '@porch/messenger/wire/decode';
import type { AgentMessage } from '../../../../shared/answers/messages';
import { decodeAgentMessage } from '../../../model/decode';
import { inShort } from '../../../model/describe';

/** The quoted message, as it was when it was quoted. */
export const Quote = ({ message, visitorName }: { message: AgentMessage; visitorName: string }) => {
  const quote = obj(message.quotedMessage);
  const content = obj(quote.content);
  // The decoder needs an id and a time. They are not shown, and quotes from elsewhere lack them.
  const quoted = decodeAgentMessage({ _id: 'quoted', received: 0, ...content });
  if (quote.type !== 'message' || !quoted) return null;
  const name = str(content.name) ?? (quoted.role === 'appUser' ? visitorName : 'Agent');
  return (
    <blockquote class="quote">
      <p class="quote-name" dir="auto">
        {name}
      </p>
      <p dir="auto">{inShort(quoted)}</p>
    </blockquote>
  );
};
