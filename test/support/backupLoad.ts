import type { Desk } from './desk';
import { createVisitor, sendFile, sendText, type Visitor } from './deskClient';

export type Load = {
  /** What the desk has confirmed so far: texts by their conversation, and the contents of files. */
  confirmed(): { texts: Map<string, string[]>; files: string[] };
  /** Waits until the desk has confirmed so many texts in all. */
  reach(texts: number): Promise<void>;
  end(): Promise<void>;
};

/** Several visitors who write one text after another, and sometimes send a file. */
export const startLoad = async (desk: Desk, visitors: number): Promise<Load> => {
  const texts = new Map<string, string[]>();
  const files: string[] = [];
  let ended = false;
  let heard = (): void => undefined;
  const write = async (visitor: Visitor): Promise<void> => {
    const own: string[] = [];
    texts.set(visitor.conversationId, own);
    for (let at = 0; !ended; at++) {
      const text = `${visitor.id} ${at}`;
      const { status } = await sendText(visitor, text, text);
      if (status === 201) own.push(text);
      if (at % 10 === 0) {
        const file = await sendFile(visitor, desk, { name: 'a.txt', content: text });
        if (file.status === 201) files.push(text);
      }
      heard();
    }
  };
  const made = await Promise.all(Array.from({ length: visitors }, () => createVisitor(desk)));
  const writing = Promise.all(made.map(write));
  const count = () => [...texts.values()].reduce((sum, own) => sum + own.length, 0);
  return {
    confirmed: () => ({
      texts: new Map([...texts].map(([id, own]) => [id, [...own]])),
      files: [...files],
    }),
    reach: async (wanted) => {
      while (count() < wanted) {
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
    end: async () => {
      ended = true;
      await writing;
    },
  };
};
