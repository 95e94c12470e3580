import { str } from '@porch/messenger/wire/decode';
import { withActs } from '../../model/acts';
import type { Drafts } from '../writing/drafts';
import type { NextActs } from '../writing/nextActs';
import type { Quotes } from '../writing/quotes';
import type { Thread } from './thread';

/** Removes an unsent message by its key; its text, its quote and what was to follow it go back to the reply. */
export const createTakeBack =
  (deps: { threadOf(id: string): Thread; drafts: Drafts; quotes: Quotes; nextActs: NextActs }) =>
  (id: string, key: string): void => {
    const { drafts, quotes, nextActs } = deps;
    const thread = deps.threadOf(id);
    const entries = thread.entries.peek();
    const message = thread.discard(key);
    if (!message) return;
    const draft = drafts.get(id);
    const written = str(message.markdownText) ?? message.text;
    if (written) drafts.set(id, draft ? `${written}\n${draft}` : written);
    const acts = entries.find((e) => e.key === key)?.followUp?.acts;
    if (acts) nextActs.set(id, withActs(acts, nextActs.of(id)));
    const quoted = entries.find((e) => e.message._id === message.quotedMessageId);
    if (quoted && !quotes.of(id)) quotes.set(id, quoted.message);
  };
