import type { AgentMessage } from '../../../shared/agentApi';
import { messageText } from '../../model/describe';
import { Text } from '../Text';

/** What visitors read of a template, and the template as the service got it. */
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
