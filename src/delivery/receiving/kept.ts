import { effect, signal } from '@preact/signals-react';
import type { Clock } from '../../platform/clock';
import type { Page } from '../../platform/page';
import type { Store } from '../../platform/storage';
import { createTimer } from '../../platform/timer';
import type { Consent } from '../../slices/consent';
import type { Conversations } from '../../slices/conversations';
import type { Messages } from '../../slices/messages';
import type { User } from '../../slices/user';
import { type DrawDeps, drawKept } from './drawKept';
import { decodeKept, encodeKept } from './keptEntry';

/** How long after its last change a log is stored, ms; at once when the page is left. */
const KEEP_MS = 1000;

type KeptDeps = DrawDeps & {
  user: Pick<User, 'isStale' | 'hasOwn'>;
  conversations: Pick<Conversations, 'find'>;
  messages: Pick<Messages, 'of'>;
  consent: Pick<Consent, 'level' | 'keeps'>;
  store: Store;
  integrationId: string;
  /** Whether messages outlive the tab. If not, none is kept: it would take the tab's room from unsent messages. */
  remembers: boolean;
  clock: Pick<Clock, 'after'>;
  page: Pick<Page, 'onHide'>;
  onDispose: (undo: () => void) => void;
};

/**
 * The page has identified the visitor.
 * @param externalId that of their login; null if the service has refused it or nobody is signed in; undefined if
 * unknown
 */
export type Tell = (externalId?: string | null) => void;

/**
 * A lazy chunk. Keeps the end of the open conversation's log in the visitor's storage, and draws what an earlier page
 * has kept before the service answers. It is the service's log, without unsent messages.
 */
export const createKept = (deps: KeptDeps): Tell => {
  const { user, conversations, messages, consent, store, onDispose } = deps;
  if (!deps.remembers) return () => {};
  const key = `${deps.integrationId}.log`;
  const told = signal<string | null | undefined>(undefined);
  const kept = decodeKept(store.get(key));
  if (kept) onDispose(drawKept(deps, kept, told));

  let lastId = kept?.conversation;
  const remove = () => store.remove(key);
  /** The browser has no room for something that the desk does not have: it gets the log's room. */
  const makeRoom = () => {
    remove();
    // To store something for a moment makes the store try again what did not fit.
    consent.keeps();
  };
  const wait = createTimer(deps.clock, onDispose);
  let isDue = false;
  const keep = () => {
    wait.stop();
    isDue = false;
    const { value: id } = user.appUserId;
    if (consent.level.value === 'none') return remove();
    if (user.hasOwn()) return makeRoom();
    // The stored log may be another visitor's. The log of an email link's visitor is not kept.
    if (!id || user.linked.value || user.isOver() || user.isStale()) return;
    if (user.initializedStatus.value !== 'successful') return;
    if (lastId && !conversations.find(lastId)) remove();
    const { value: open } = conversations.active;
    if (open?.fetchStatus !== 'successful') return;
    const { value: auth } = user.auth;
    const login = auth?.type === 'jwt' ? auth.externalId : undefined;
    lastId = open._id;
    const json = encodeKept({ user: id, login, conversation: lastId }, messages.of(lastId).value);
    if (!json || !store.setAll([[key, json]])) remove();
  };
  onDispose(
    effect(() => {
      const { value: open } = conversations.active;
      void [open && messages.of(open._id).value, user.initializedStatus.value, consent.level.value];
      isDue = true;
      wait.set(KEEP_MS, keep);
    }),
  );
  onDispose(deps.page.onHide(() => (isDue || user.hasOwn()) && keep()));
  return (externalId) => {
    if (externalId !== undefined) told.value = externalId;
    // It was kept for that login.
    if (kept?.login && externalId === null) remove();
  };
};
