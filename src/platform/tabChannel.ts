/** Passes messages between tabs without storing them. */
type Channel = {
  postMessage(word: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
};

/** Reports to other tabs what the browser's storage cannot. */
export type TabChannel = {
  /** Reports to the other tabs, and listens to them from now on. */
  pass(key?: string, value?: string): void;
  /** @returns a function that removes the listener; the last one closes the channel */
  hear(run: (key: string, value: string) => void): () => void;
};

/** @param name what the channels of one site have in common; only they hear each other */
export const createTabChannel = (
  name: string,
  open = (of: string): Channel => new BroadcastChannel(of),
): TabChannel => {
  const hears = new Set<(key: string, value: string) => void>();
  let channel: Channel | undefined;
  return {
    pass(...word) {
      try {
        channel ??= open(name);
        channel.onmessage = ({ data }) => {
          for (const run of hears) run(data[0], data[1]);
        };
        if (word[0]) channel.postMessage(word);
      } catch {
        // A browser that blocks storage may block this, too.
      }
    },
    hear(run) {
      hears.add(run);
      return () => {
        hears.delete(run);
        if (hears.size) return;
        channel?.close();
        channel = undefined;
      };
    },
  };
};
