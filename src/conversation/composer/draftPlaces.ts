import type { ReadonlySignal } from '@preact/signals-react';
import type { Store } from '../../platform/storage';
import { OF_NEXT } from '../../slices/storedVisitor';

type DraftUser = {
  appUserId: ReadonlySignal<string | undefined>;
  linked: ReadonlySignal<boolean>;
  /** How many visitors have left. */
  exits: () => number;
  /** Whether the visitor has left in another tab, and this one has not followed. */
  isOver: () => boolean;
  /** Whether this browser has had a token login, and this tab has no token of it. */
  isAwaited: () => boolean;
  /** Whether nobody has identified the visitor yet, and there may be one. */
  isUntold: () => boolean;
  /** Whose token login this browser has had. */
  externalId: () => string | null;
  /** The owner of an earlier page's draft, if another person types on this one. */
  leftBy: () => string | undefined;
};

export type DraftDeps = {
  store: Store;
  integrationId: string;
  user: DraftUser;
  active: ReadonlySignal<{ _id: string } | undefined>;
};

/** Maximum length of a restored draft, in characters; far more than can be sent. */
const MOST_CHARACTERS = 50_000;

/** Replaces `mine`, this tab's part of a stored entry, by `text`. Lines from another tab stay. */
export const replaceOwn = (stored: string, mine: string, text: string) => {
  const lines = `\n${stored}\n`;
  const own = `\n${mine}\n`;
  if (mine && lines.includes(own))
    return lines.replace(own, () => (text ? `\n${text}\n` : '\n')).slice(1, -1);
  return stored && text ? `${stored}\n${text}` : stored || text;
};

/** Whether it is a visitor's id. It may also name the next login (`?`) or one without its token (`@…`), or be empty. */
export const isVisitor = (whose = '') => /^[^?@]/.test(whose);

/** Where drafts are stored: by owner, and a visitor's drafts by conversation. */
export const createDraftPlaces = ({ store, integrationId, user, active }: DraftDeps) => {
  const drafts = `${integrationId}.draft.`;
  /** Text typed before there was a visitor, also on a page that is closed. */
  const unowned = `${drafts}.`;
  /** Text typed before its page had identified the visitor. */
  const next = `${drafts}${OF_NEXT}.`;
  const early = `${integrationId}.typed`;
  const login = () => {
    const id = user.externalId();
    return id ? `@${id}` : '';
  };
  const entry = (whose: string) => `${drafts}${whose}.${(isVisitor(whose) && active.value?._id) || ''}`;
  const read = (from: string) => (store.get(from) ?? '').slice(0, MOST_CHARACTERS);
  const add = (to: string, text: string) => text && store.set(to, replaceOwn(read(to), text, text));
  return {
    next,
    login,
    entry,
    read,
    /** Where a visitor's drafts without a conversation are stored. */
    own: (whose: string) => `${drafts}${whose}.`,
    /** The owner of what is typed now. @param before what this page has shown last, and how many had left then */
    whose(before: { whose: string; exits: number } | undefined): string {
      if (user.isUntold() && [undefined, OF_NEXT].includes(before?.whose)) return OF_NEXT;
      // A login that another tab has put aside still owns what this one shows.
      const stays = before?.exits === user.exits() && !user.leftBy();
      const kept = stays && before.whose.startsWith('@') && before.whose;
      return user.appUserId.value ?? (kept || login());
    },
    /** Takes over what was typed before the messenger was there, on an earlier page (loader/keepTyped.ts). */
    takeEarly(whose: string, shown: string) {
      const left = read(early).slice(0, -shown.length || undefined);
      store.remove(early);
      add(entry(whose), left.trimEnd());
    },
    /** The visitor exists now: a draft without a conversation moves to the open one. */
    settle(own: string, key: string) {
      for (const from of [unowned, own])
        if (from !== key) {
          add(key, read(from));
          store.remove(from);
        }
      // Remove the drafts of another person on an earlier page. Keep those of this browser's visitor while this tab has
      // a visitor from an email's link, and those of a login whose token is missing.
      if (!user.linked.value && !user.isAwaited())
        for (const other of store.keys(drafts))
          if (!other.startsWith(own) && other !== next) store.remove(other);
    },
  };
};
