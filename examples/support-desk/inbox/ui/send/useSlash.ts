import { type RefObject, useId, useState } from 'react';
import type { AgentSavedReply } from '../../../shared/agentApi';
import { insertAt, repliesFor, slashAt } from '../../model/slash';

export type Slash = {
  /** The saved replies that match the text after the slash; empty if none are offered. */
  offered: readonly AgentSavedReply[];
  chosen: AgentSavedReply | undefined;
  /** Whether a slash was typed and there is no saved reply at all. */
  nothing: boolean;
  listId: string;
  optionId(reply: AgentSavedReply): string;
  insert(reply: AgentSavedReply): void;
  /** Reads where the caret is, after the text or the selection has changed. */
  look(): void;
  /** Takes the keys that choose, insert and dismiss. @returns whether the key was one of them */
  onKeyDown(event: KeyboardEvent): boolean;
};

type Options = {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  replies: readonly AgentSavedReply[];
  /** Whether the replies are known. */
  ready: boolean;
  /** Shows the text, with the caret at this place. */
  write(text: string, caret: number): void;
};

/** Offers saved replies for the text after a slash, as a combobox does. */
export const useSlash = ({ area, text, replies, ready, write }: Options): Slash => {
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  /** The text for which Escape closed the suggestions. */
  const [dismissed, setDismissed] = useState<string | undefined>(undefined);
  const listId = useId();
  const slash = dismissed === text ? undefined : slashAt(text, caret);
  const offered = slash ? repliesFor(replies, slash.word) : [];
  const nothing = ready && slash?.word === '' && replies.length === 0;
  const chosen = offered[Math.min(at, offered.length - 1)];

  const insert = (reply: AgentSavedReply): void => {
    if (!slash) return;
    const next = insertAt(text, slash.from, caret, reply.text);
    // The inserted text may itself end in a slash and a word.
    setDismissed(next.text);
    setAt(0);
    write(next.text, next.caret);
  };

  return {
    offered,
    chosen,
    nothing,
    listId,
    optionId: (reply) => `${listId}-${reply._id}`,
    insert,
    look: () => {
      const element = area.current;
      if (!element) return;
      const { selectionStart, selectionEnd, value } = element;
      if (selectionStart !== caret) setAt(0);
      setCaret(selectionStart === selectionEnd ? selectionStart : 0);
      if (value !== dismissed) setDismissed(undefined);
    },
    onKeyDown: (event) => {
      if (nothing && event.key === 'Escape') {
        setDismissed(text);
        event.preventDefault();
        event.stopPropagation();
        return true;
      }
      if (!chosen || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      const { length } = offered;
      const now = offered.indexOf(chosen);
      if (event.key === 'ArrowDown') setAt((now + 1) % length);
      else if (event.key === 'ArrowUp') setAt((now - 1 + length) % length);
      else if (event.key === 'Enter' || event.key === 'Tab') insert(chosen);
      else if (event.key === 'Escape') setDismissed(text);
      else return false;
      event.preventDefault();
      // Otherwise Escape would also close other things.
      event.stopPropagation();
      return true;
    },
  };
};
