import { list, obj, str } from '@porch/messenger/wire/decode';
import type { AgentMessage } from '../../../shared/answers/messages';
import { sizeWords } from '../../model/describe';

const REASONS: Readonly<Record<string, string>> = {
  type: 'its type is not allowed',
  size: 'it is too large',
  count: 'there were too many',
  forbidden: 'visitors cannot send files',
  full: 'there is no room for it',
  repeated: 'it came before',
  tiny: 'it has almost no content',
};

const nameOf = (file: unknown): string => {
  const { name, mediaType, size, reason } = obj(file);
  const words = [sizeWords(size), REASONS[str(reason) ?? ''] ?? 'it was not accepted'];
  return `${str(name) || str(mediaType) || 'without a name'} (${words.filter(Boolean).join(', ')})`;
};

/** Whether the message has no text but the list of missing files, in the visitor's language. */
export const saysLeftOut = (message: AgentMessage): boolean => message.saysLeftOut === true;

/** The files of an email that the desk did not take, and why. */
export const LeftOut = ({ message }: { message: AgentMessage }) => {
  const files = list(message.leftOut).map(nameOf);
  if (files.length === 0) return null;
  const words = `Not taken from the email: ${files.join(', ')}`;
  return (
    <p class={saysLeftOut(message) ? 'text' : 'message-state'} dir="auto">
      {words}
    </p>
  );
};
