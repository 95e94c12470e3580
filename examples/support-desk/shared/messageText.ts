import { linesIn } from '@porch/messenger/messageKinds/texts';
import { shownText } from '@porch/messenger/wire/shown';
import type { AgentMessage } from './answers/messages';

/** A message's content as plain text; empty if it has none. Leaves out files and buttons, which are shown beside it. */
export const messageText = (message: AgentMessage): string => {
  // Visitors read it in their language.
  if (message.deleted === true) return 'Deleted message';
  if (message.text?.trim()) return message.text;
  const between = message.type === 'formResponse' ? ': ' : ' – ';
  const lines = linesIn({ type: message.type, raw: message })
    .filter(({ element }) => !element)
    .map(({ name, detail }) => [name, detail].filter(Boolean).join(between));
  return (shownText(message.textFallback) ?? '') || lines.filter(Boolean).join('\n');
};
