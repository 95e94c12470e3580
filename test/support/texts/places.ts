import { preview } from '../../../examples/support-desk/inbox/model/describe';
import { replyBody } from '../../../examples/support-desk/inbox/model/formatted';
import { isMessageFound } from '../../../examples/support-desk/server/domain/conversations/search';
import { textOf } from '../../../examples/support-desk/server/domain/messages/messageText';
import type { Message, User } from '../../../examples/support-desk/server/model/entities';
import { messageView } from '../../../examples/support-desk/server/sunshine/model/messages';
import type { AgentConversation } from '../../../examples/support-desk/shared/answers/conversations';
import { transcriptOf } from '../../../src/features/optionsMenu/transcript';
import { type Block, type Inline, parseMarkdown } from '../../../src/messageKinds/text/parseMarkdown';
import { splitLinks } from '../../../src/model/links';
import { decodeMessage, type WireMessage } from '../../../src/wire/message';

const linked = (text: string): string =>
  splitLinks(text)
    .map((part) => part.text)
    .join('');

const drawnNode = (node: Inline): string =>
  typeof node === 'string' ? linked(node) : node.children.map(drawnNode).join('');

const drawnBlock = ({ tag, start, children }: Block): string[] =>
  tag === 'p'
    ? [children.map(drawnNode).join('')]
    : children.map((item, i) => `${start === undefined ? '-' : `${start + i}.`} ${drawnNode(item)}`);

/** What the window draws of a text message, with the signs of its lists. */
export const drawn = ({ text = '', markdownText }: { text?: string; markdownText?: string }): string =>
  markdownText ? parseMarkdown(markdownText).flatMap(drawnBlock).join('\n') : linked(text);

/** Without spaces and ends of lines, which places set as they need. */
export const bare = (text: string): string => text.replace(/\s/g, '');

const RECEIVED = { _id: 'm', received: 1, role: 'appMaker', name: 'A' };
const user = { id: 'u', profile: {} } as User;
const TRANSCRIPT = { locale: 'en', you: 'You', business: 'A', unsupported: '' };

/** A reply as the inbox sends it, the desk keeps it and each place shows it. */
export const reply = (written: string) => {
  const body = replyBody(written);
  const message = { id: 'm', role: 'appMaker', type: 'text', received: 1, body } as unknown as Message;
  const { text } = (messageView(message, user).content ?? {}) as { text: string };
  return {
    wire: decodeMessage({ ...RECEIVED, ...body }) as WireMessage,
    isFound: (query: string) => isMessageFound(message, query),
    read: {
      window: drawn(body),
      list: preview(
        { lastMessage: { ...RECEIVED, type: 'text', ...body } } as unknown as AgentConversation,
        '',
      ).replace(/^A: /, ''),
      mail: textOf(message),
      API: text,
    },
  };
};

/** The transcript of replies, by reply. */
export const transcript = (replies: readonly { wire: WireMessage }[]): string[] =>
  transcriptOf(
    { title: '', date: '' },
    replies.map(({ wire }) => wire),
    TRANSCRIPT,
  )
    .split(/\n\nA · .*\n/)
    .slice(1);
