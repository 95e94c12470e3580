import { createPage, type Page } from '../../src/platform/page';

export type FakePage = Page & {
  setVisible(visible: boolean): void;
  setOnline(online: boolean): void;
  /** Changes the address, as a router of the page does. */
  goTo(url: string): void;
  hide(): void;
  show(persisted: boolean): void;
  /** The number of listeners left. After a dispose it should be 0. */
  listeners(): number;
};

/** A publisher's page whose events the test triggers. */
export const createFakePage = (): FakePage => {
  const all = new Set<unknown>();
  const source = <T>() => {
    const set = new Set<(value: T) => void>();
    return {
      on(run: (value: T) => void) {
        set.add(run);
        all.add(run);
        return () => {
          set.delete(run);
          all.delete(run);
        };
      },
      tell: (value: T) => {
        for (const run of [...set]) run(value);
      },
    };
  };
  const visibility = source<boolean>();
  const network = source<boolean>();
  const hides = source<void>();
  const shows = source<boolean>();
  let visible = true;
  let online = true;
  const location = { href: 'https://publisher.example/shoes?size=9' };
  const host = {
    location,
    document: { title: 'Shoes', referrer: 'https://search.example/' },
    navigator: { userAgent: 'Mozilla/5.0 Test', language: 'en-US' },
  };
  return {
    ...createPage(host as Window, (name) => (host as Window).document[name]),
    visible: () => visible,
    focused: () => true,
    coarsePointer: () => false,
    online: () => online,
    onVisible: visibility.on,
    onOnline: network.on,
    onHide: (run) => hides.on(run),
    onShow: shows.on,
    setVisible(next) {
      visible = next;
      visibility.tell(next);
    },
    setOnline(next) {
      online = next;
      network.tell(next);
    },
    goTo(next) {
      location.href = next;
    },
    hide: () => hides.tell(),
    show: (persisted) => shows.tell(persisted),
    listeners: () => all.size,
  };
};
