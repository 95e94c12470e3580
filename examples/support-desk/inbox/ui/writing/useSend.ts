import { isTooLong } from '@porch/messenger/model/validation';
import { type RefObject, useState } from 'react';
import { unfilled } from '../../model/variables';
import type { Desk } from '../parts/view';

export const isSendable = (text: string): boolean => text.trim() !== '' && !isTooLong(text);

type Box = {
  area: RefObject<HTMLTextAreaElement | null>;
  /** The conversation. */
  id: string;
  text: string;
  /** Shows a text with a selection. */
  write(text: string, start: number, end: number): void;
};

/** Sends the reply in a box. One with something that is not filled in is first shown to the agent. */
export const useSend = ({ workspace, view }: Desk, { area, id, text, write }: Box) => {
  /** The text that the agent has tried to send. */
  const [asked, setAsked] = useState<string | undefined>(undefined);
  return {
    isAsking: asked === text,
    /** @param asIs whether to send what is not filled in, too */
    send: (asIs = false): void => {
      // An extension may have written into the box without an event.
      const written = area.current?.value ?? text;
      if (written !== text) workspace.write(id, written);
      if (!isSendable(written)) return;
      if (!asIs && unfilled(written).length > 0) {
        setAsked(written);
        view.focus('unfilled');
        return;
      }
      if (workspace.send(written)) area.current?.focus();
      else view.focus('overtaken');
    },
    /** Selects what is not filled in. */
    correct: (): void => {
      const [first = ''] = unfilled(text);
      const at = text.indexOf(first);
      view.focus('reply');
      write(text, at, at + first.length);
    },
  };
};
