import { listen } from './disposer';

/** What the publisher's page tells about itself, read at the moment it is asked for. */
export type Page = {
  url(): string;
  title(): string;
  referrer(): string;
  userAgent(): string;
  language(): string;
  /** Whether the page is on screen now. */
  visible(): boolean;
  focused(): boolean;
  /** Touch first, so a phone's keyboard would jump up when a text box gets focus. */
  coarsePointer(): boolean;
  online(): boolean;
  /** Each gives its own removal. */
  onVisible(run: (visible: boolean) => void): () => void;
  onOnline(run: (online: boolean) => void): () => void;
  /** The page is left, perhaps for the back/forward cache. */
  onHide(run: () => void): () => void;
  /** The page came back; `persisted` when it was taken from the back/forward cache. */
  onShow(run: (persisted: boolean) => void): () => void;
};

export const createPage = (host: Window): Page => {
  const { document, navigator } = host;
  return {
    url: () => host.location.href,
    title: () => document.title,
    referrer: () => document.referrer,
    userAgent: () => navigator.userAgent,
    language: () => navigator.language,
    visible: () => document.visibilityState === 'visible',
    focused: () => document.hasFocus(),
    coarsePointer: () => host.matchMedia('(pointer: coarse)').matches,
    online: () => navigator.onLine,
    onVisible: (run) =>
      listen(document, 'visibilitychange', () => run(document.visibilityState === 'visible')),
    onOnline(run) {
      const offs = [listen(host, 'online', () => run(true)), listen(host, 'offline', () => run(false))];
      return () => {
        for (const off of offs) off();
      };
    },
    onHide: (run) => listen(host, 'pagehide', run),
    onShow: (run) => listen(host, 'pageshow', (e) => run((e as PageTransitionEvent).persisted)),
  };
};

/** What tells that the page wakes. */
export type Waking = Pick<Page, 'onOnline' | 'onVisible' | 'onShow'>;

/** Runs whenever the page is online again, on screen again or shown again; gives the removal. */
export const onWake = ({ onOnline, onVisible, onShow }: Waking, run: () => void): (() => void) => {
  const offs = [...[onOnline, onVisible].map((on) => on((now) => now && run())), onShow(run)];
  return () => {
    for (const off of offs) off();
  };
};
