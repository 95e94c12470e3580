import type { ReadonlySignal } from '@preact/signals-react';
import type { Conversations } from './conversations';
import type { Listing } from './listing';

/** Moves through the list of conversations by keyboard. */
export const createSteps = (deps: {
  listing: Pick<Listing, 'shown'>;
  conversations: Pick<Conversations, 'items'>;
  activeId: ReadonlySignal<string | undefined>;
  open(conversationId: string): void;
}) => {
  const { listing, conversations, activeId, open } = deps;
  return {
    /** Opens the next conversation of the list (1) or the previous one (-1). */
    step(by: 1 | -1): void {
      const items = listing.shown.peek().map((row) => row.conversation);
      const at = items.findIndex((c) => c._id === activeId.peek());
      const next = at < 0 ? (by > 0 ? items[0] : items.at(-1)) : items[at + by];
      if (next) open(next._id);
    },
    /** The conversation to open once the open one is closed: the next of the list, or the previous one. */
    beside(): string | undefined {
      const items = listing.shown.peek().map((row) => row.conversation);
      const at = items.findIndex((c) => c._id === activeId.peek());
      return at < 0 ? undefined : (items[at + 1] ?? items[at - 1])?._id;
    },
    /** Opens an unread conversation. @returns whether there was one */
    nextUnread(): boolean {
      const next = conversations.items
        .peek()
        .find((c) => c.unreadCount > 0 && !c.visitor.blocked && c._id !== activeId.peek());
      if (next) open(next._id);
      return next !== undefined;
    },
  };
};
