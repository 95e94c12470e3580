import { type RefObject, useId, useState } from 'react';
import { insertAt } from '../../model/slash';

/** A suggestion while a text is written: its name, a detail, and the replacement of the typed word. */
export type Suggestion = { id: string; label: string; detail?: string; inserted: string; onInsert?(): void };

export type Suggestions = {
  /** The matches of the word before the caret; empty if there are none. */
  offered: readonly Suggestion[];
  chosen: Suggestion | undefined;
  /** Whether a word was begun but there is nothing at all to suggest. */
  nothing: boolean;
  listId: string;
  optionId(suggestion: Suggestion): string;
  insert(suggestion: Suggestion): void;
  /** Reads the position of the caret, after the text or the selection has changed. */
  look(): void;
  /** Handles the keys that choose, insert and dismiss. @returns whether the key was one of them */
  onKeyDown(event: KeyboardEvent): boolean;
};

type Options = {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** The word that ends at the caret, with the index of its sign, if any. */
  wordAt(text: string, caret: number): { from: number; word: string } | undefined;
  offersFor(word: string): readonly Suggestion[];
  /** Whether there is nothing to suggest for any word. */
  isEmpty: boolean;
  /** Shows the text, with the caret at this place. */
  write(text: string, caret: number): void;
};

/** Suggests replacements for the word that is being typed, as a combobox does. */
export const useSuggestions = ({ area, text, wordAt, offersFor, isEmpty, write }: Options): Suggestions => {
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  /** The text for which Escape closed the suggestions. */
  const [dismissed, setDismissed] = useState<string | undefined>(undefined);
  const listId = useId();
  const begun = dismissed === text ? undefined : wordAt(text, caret);
  const offered = begun ? offersFor(begun.word) : [];
  const nothing = isEmpty && begun?.word === '';
  const chosen = offered[Math.min(at, offered.length - 1)];

  const insert = ({ inserted, onInsert }: Suggestion): void => {
    if (!begun) return;
    onInsert?.();
    const next = insertAt(text, begun.from, caret, inserted);
    // The inserted text may itself end in such a word.
    setDismissed(next.text);
    setAt(0);
    write(next.text, next.caret);
  };

  return {
    offered,
    chosen,
    nothing,
    listId,
    optionId: ({ id }) => `${listId}-${id}`,
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
      const now = offered.findIndex(({ id }) => id === chosen.id);
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
