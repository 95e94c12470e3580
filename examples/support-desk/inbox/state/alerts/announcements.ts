import { type ReadonlySignal, signal } from '@preact/signals-react';

/** Lines for the single polite live region. Each id is announced once. */
export type Announcements = {
  lines: ReadonlySignal<readonly { id: string; text: string }[]>;
  say(id: string, text: string): void;
  /** Marks ids as announced without announcing them: they existed before the agent came. */
  silence(ids: readonly string[]): void;
};

const LINES_KEPT = 4;

export const createAnnouncements = (): Announcements => {
  const lines = signal<readonly { id: string; text: string }[]>([]);
  const said = new Set<string>();
  return {
    lines,
    say: (id, text) => {
      if (said.has(id)) return;
      said.add(id);
      lines.value = [...lines.peek(), { id, text }].slice(-LINES_KEPT);
    },
    silence: (ids) => {
      for (const id of ids) said.add(id);
    },
  };
};
