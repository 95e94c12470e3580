import type { AgentMessage } from '../../../../shared/answers/messages';
import { messageText } from '../../../../shared/messageText';
import { Text } from '../../parts/Text';

/** A template's text for visitors, and the raw template. */
export const Template = ({ message }: { message: AgentMessage }) => (
  <>
    <span class="tag">Template</span>
    {messageText(message) ? <Text text={messageText(message)} /> : <p class="text nothing">No text</p>}
    {message.template !== undefined && (
      <details class="raw">
        <summary>What was sent</summary>
        <pre>{JSON.stringify(message.template, null, 2)}</pre>
      </details>
    )}
  </>
);
