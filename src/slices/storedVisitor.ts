import { type ReadonlySignal, signal } from '@preact/signals-react';
import { OF_TAB, type Store } from '../platform/storage';
import { ident } from '../wire/decode';
import { createLeavings, type SharedLeavings } from './leavings';

/** The storage entries removed with the visitor; the browser's client id stays. */
const STORED = [
  'appUserId',
  'sessionToken',
  'conversationStartedAt',
  'delivered',
  'forms',
  'typed',
  'log',
  'away',
  // The next visitor may have made these three already.
  'startId',
  'creationId',
  'externalId',
];

/** The owner of a draft that was typed before its page had identified the visitor: the next login. */
export const OF_NEXT = '?';

/** The tab's entry that marks its visitor as one from an email's link. */
const LINKED = 'linked';

/** What all tabs of a browser share about the visitor. */
export type Shared = SharedLeavings & {
  /** Whether the visitor came by an email's link. Such a visitor ends with the tab. */
  linked: ReadonlySignal<boolean>;
  /** The storage entry of the visitor's id. */
  idKey: string;
  /** This browser's id, created on first use and then kept. */
  clientId(): string;
  /** The id that makes a repeated creation of this visitor return the same user; kept until an answer comes. */
  creationId(): string;
  /** The id that makes a repeated start of this visitor's conversation, in any tab, return the same one. */
  startId(): string;
  /** The conversation is gone: another one may start. */
  renewStart(): void;
  /** A token login for this id begins. */
  expect(externalId: string): void;
  /** @param at milliseconds */
  conversationStarted(at: number): void;
};

/**
 * Uses the visitor of the desk's former integration until this one has its own. If they belong to another desk,
 * the service refuses them, and they stay stored there.
 */
const beginAs = (store: Store, former: string, prefix: string) => {
  if (store.get(`${prefix}clientId`)) return;
  store.setAll(
    ['clientId', 'externalId', 'sessionToken', 'appUserId'].flatMap((name) => {
      const value = store.get(`${former}.${name}`);
      return value === null ? [] : [[prefix + name, value]];
    }),
  );
};

type StoredDeps = {
  store: Store;
  session: Store;
  integrationId: string;
  former?: string;
  createId: () => string;
  now: () => number;
};

export type StoredVisitor = ReturnType<typeof createStoredVisitor>;

/**
 * What is stored about the visitor. The browser's storage keeps it for each integration. For a visitor from an email's
 * link, the tab's storage keeps it.
 */
export const createStoredVisitor = (deps: StoredDeps) => {
  const { createId, session } = deps;
  const key = (name: string) => `${deps.integrationId}.${name}`;
  if (deps.former) beginAs(deps.store, deps.former, key(''));
  const linked = signal(session.get(key(LINKED)) !== null);
  const store = () => (linked.value ? session : deps.store);
  const set = (name: string, value: string) => store().set(key(name), value);
  const remove = (name: string) => store().remove(key(name));
  /** A value from the service. One that is too long or malformed is ignored: no request could carry it. */
  const get = (name: string) => ident(store().get(key(name)));
  /** An id that this code made. An invalid value is ignored, because the service or `fetch` would refuse it. */
  const getId = (name: string) => /^[\w-]{1,99}$/.exec(store().get(key(name)) ?? '')?.[0];
  /** An id that is created on first use. */
  const keptId = (name: string) => {
    const id = getId(name) ?? createId().replace(/-/g, '');
    set(name, id);
    return id;
  };
  let clientId: string | undefined;
  const leavings = createLeavings({ ...deps, prefix: key(''), linked, login: () => get('externalId') });
  const { isOver } = leavings.shared;
  const setLinked = (now: boolean) => {
    linked.value = now;
    if (now) session.set(key(LINKED), 'true');
    else session.remove(key(LINKED));
  };
  const shared: Shared = {
    ...leavings.shared,
    linked,
    idKey: key('appUserId'),
    clientId: () => (clientId ??= keptId('clientId')),
    creationId: () => keptId('creationId'),
    startId: () => keptId('startId'),
    renewStart: () => remove('startId'),
    expect: (externalId) => set('externalId', externalId),
    conversationStarted: (at) => set('conversationStartedAt', String(at)),
  };
  return {
    shared,
    get,
    set,
    /** Stores id and session in one place. Where the tab has both, the browser may have another tab's. */
    keep(id: string, token = '') {
      if (get('appUserId') === id && (get('sessionToken') ?? '') === token) return;
      const pair = { sessionToken: token, appUserId: id };
      store().setAll(Object.entries(pair).map(([name, value]) => [key(name), value]));
    },
    remove,
    setLinked,
    /** Whether nothing is stored any more, not even this browser's id. */
    isEmpty: () => !linked.value && !getId('clientId'),
    /** Whose token login it is or was. */
    login: leavings.login,
    /** Whether unsent messages or drafts wait for their writer's login. */
    isAwaited: () => !!(leavings.login() || get('away')),
    /** The stored session; it needs both the token and its user's id. */
    session() {
      const [appUserId, sessionToken] = [get('appUserId'), get('sessionToken')];
      return appUserId && sessionToken ? { appUserId, sessionToken } : undefined;
    },
    /** Whether the stored visitor is logged in with a token, if there is a login. */
    isLogin: () => !linked.value && !!get('appUserId') && !get('sessionToken'),
    /** Removes a visitor from an email's link. */
    unlink() {
      for (const name of linked.value ? STORED : []) remove(name);
      setLinked(false);
    },
    /**
     * Forgets the visitor, and reports it to the other tabs.
     * @param last the id whose entries this tab may remove if others continue
     * @param goesOn whether the same person is about to become another user
     * @param isReset whether unsent messages are removed, too
     * @param isSwitch whether another person's login has begun: text typed before its page had identified the visitor
     * stays
     */
    forget(last: string | undefined, goesOn: boolean, isReset: boolean, isSwitch: boolean) {
      // If the visitor has left in another tab, the stored data is the next visitor's.
      const follows = isOver();
      const id = get('appUserId');
      // If another tab has stored another user since, this person is now that user.
      const isMine = id === last || (!goesOn && !(follows && id));
      // The login of this browser counts until its user leaves.
      const kept = goesOn ? 1 : follows && !id ? 3 : 0;
      const names = isMine ? STORED.slice(0, STORED.length - kept) : [];
      if (goesOn && !linked.value) for (const name of names) session.remove(OF_TAB + key(name));
      // If only the tab had the visitor, the browser may have stored another tab's.
      if (!goesOn || [undefined, last].includes(get('appUserId'))) for (const name of names) remove(name);
      if (!goesOn && !linked.value && !follows) {
        const others = [isSwitch && OF_NEXT, !isMine && id];
        for (const draft of deps.store.keys(key('draft.')))
          if (!others.some((whose) => whose && draft.startsWith(key(`draft.${whose}.`))))
            deps.store.remove(draft);
        leavings.leave(isReset, isSwitch);
      }
      leavings.follow(follows);
      setLinked(false);
    },
  };
};
