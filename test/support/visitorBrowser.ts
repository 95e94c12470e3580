import { createFakeStorage } from './fakeStorage';

type Listener = (event: { key: string | null; newValue: string | null }) => void;

/** What a page may do with storage. A full disk allows only reading; blocked storage allows nothing. */
export type Allowed = 'all' | 'reading' | 'nothing';

/** A visitor's browser: the storage its tabs share, and the events for changes to it. */
export type VisitorBrowser = ReturnType<typeof createVisitorBrowser>;

/**
 * @param later runs what tells a change to the other tabs: a browser does so when the current tab's script has
 * finished
 */
export const createVisitorBrowser = (later: (tell: () => void) => void) => {
  const local = createFakeStorage();
  const hosts = new Set<{ tell: Listener }>();
  const notify = (writer: object, key: string | null, newValue: string | null) => {
    later(() => {
      for (const host of hosts) if (host !== writer) host.tell({ key, newValue });
    });
  };
  return {
    local,
    /** Empties the storage, as another page of the same site may do. */
    clear() {
      for (const key of Object.keys(local)) local.removeItem(key);
      notify(local, null, null);
    },
    /**
     * Creates the storage part of a page's window.
     * @param session the tab's own storage, which survives a reload
     * @param deliver runs what tells the page of a change
     */
    openHost(
      session = createFakeStorage(),
      allowed: Allowed = 'all',
      deliver: (tell: () => void) => void = (tell) => tell(),
    ) {
      const listeners = new Set<Listener>();
      const tell: Listener = (event) => {
        deliver(() => {
          for (const run of listeners) run(event);
        });
      };
      const self = { tell };
      const seen: Storage = new Proxy(local, {
        // Browsers list keys in their own order, not in the order they were written.
        ownKeys: (target) => Reflect.ownKeys(target).sort().reverse(),
        get(target, name) {
          if (name === 'setItem')
            return (key: string, value: string) => {
              if (allowed === 'reading') throw new DOMException('full', 'QuotaExceededError');
              if (target.getItem(key) === value) return;
              target.setItem(key, value);
              notify(self, key, value);
            };
          if (name === 'removeItem')
            return (key: string) => {
              if (target.getItem(key) === null) return;
              target.removeItem(key);
              notify(self, key, null);
            };
          const value = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      hosts.add(self);
      const area = (storage: Storage) => ({
        get: () => {
          if (allowed === 'nothing') throw new DOMException('denied', 'SecurityError');
          return storage;
        },
      });
      const host = Object.defineProperties(
        {
          addEventListener: (_: string, run: Listener) => listeners.add(run),
          removeEventListener: (_: string, run: Listener) => listeners.delete(run),
        },
        { localStorage: area(seen), sessionStorage: area(session) },
      ) as unknown as Window;
      return { host, listeners: () => listeners.size, close: () => void hosts.delete(self) };
    },
  };
};
