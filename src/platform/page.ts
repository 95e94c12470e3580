import { listen, undoAll } from './disposer';

export type Place = Pick<Page, 'url' | 'title'>;

/** Facts about the publisher's page, read at the time of each call. */
export type Page = ReturnType<typeof describePage> & {
  /** Overrides URL and title. @param change gets the browser's own; undefined changes nothing */
  placeAs(change: (own: Place) => Place | undefined): void;
  /** Whether the page is visible now. */
  visible(): boolean;
  focused(): boolean;
  /** Whether touch is the main input. Focusing a text box would then open the on-screen keyboard. */
  coarsePointer(): boolean;
  online(): boolean;
  /**
   * Reports changes of visibility. Like all `on…` methods, it returns a function that removes the listener.
   */
  onVisible(run: (visible: boolean) => void): () => void;
  onOnline(run: (online: boolean) => void): () => void;
  /** The page is being left; it may enter the back/forward cache. */
  onHide(run: () => void): () => void;
  /** The page is shown; `persisted` when it came from the back/forward cache. */
  onShow(run: (persisted: boolean) => void): () => void;
};

/** Reads a property of the host's document, past the page's content (`ofDocument`). */
type ReadDocument = <K extends keyof Document>(name: K) => Document[K];

/** Facts about a page and its browser, read at the time of each call. */
export const describePage = (host: Window, read: ReadDocument) => ({
  /** The address without its fragment, which may hold a credential and never leaves the page. */
  url: () => host.location.href.replace(/#.*/s, ''),
  title: () => read('title'),
  referrer: () => read('referrer'),
  userAgent: () => host.navigator.userAgent,
  language: () => host.navigator.language,
});

/** @param read reads a property of the host's document */
export const createPage = (host: Window, read: ReadDocument): Page => {
  const { navigator } = host;
  const own = describePage(host, read);
  let place: Place = own;
  return {
    ...own,
    url: () => place.url(),
    title: () => place.title(),
    placeAs(change) {
      place = change(own) ?? place;
    },
    visible: () => read('visibilityState') === 'visible',
    focused: () => read('hasFocus').call(host.document),
    coarsePointer: () => host.matchMedia('(pointer: coarse)').matches,
    online: () => navigator.onLine,
    // The event bubbles to the window. The page's content may hide the document's own `addEventListener`.
    onVisible: (run) => listen(host, 'visibilitychange', () => run(read('visibilityState') === 'visible')),
    onOnline: (run) => listen(host, 'online offline', ({ type }) => run(type === 'online')),
    onHide: (run) => listen(host, 'pagehide', run),
    onShow: (run) => listen(host, 'pageshow', (e) => run((e as PageTransitionEvent).persisted)),
  };
};

/** The events that signal that the page wakes up. */
export type Waking = Pick<Page, 'onOnline' | 'onVisible' | 'onShow'>;

/**
 * Calls `run` when the page is online, visible or shown again. Returns a function that removes the listeners.
 */
export const onWake = ({ onOnline, onVisible, onShow }: Waking, run: () => void): (() => void) => {
  const offs = [...[onOnline, onVisible].map((on) => on((now) => now && run())), onShow(run)];
  return undoAll(offs);
};
