/** What a tab announces to the browser's other tabs: that it has signed in or out. */
export type Told = 'in' | 'out';

/** The browser's other tabs with an inbox of this desk. */
export type OtherTabs = {
  tell(what: Told): void;
  /** @returns stops it */
  onTold(listener: (what: Told) => void): () => void;
};

/** @param place the inbox's address: an origin may have the inboxes of several desks */
export const createOtherTabs = (place: string): OtherTabs => {
  const channel = new BroadcastChannel(`porch.agentSession ${place}`);
  return {
    tell: (what) => channel.postMessage(what),
    onTold: (listener) => {
      const hear = ({ data }: MessageEvent): void => {
        if (data === 'in' || data === 'out') listener(data);
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
};
