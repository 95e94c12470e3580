import { batch, effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import { cutText } from '../../shared/cutText';
import { LONGEST_SEARCH } from '../model/find';
import { type Chosen, possible, SORTS, VIEWS } from '../model/listViews';
import type { AddressBar } from '../platform/addressBar';
import type { Listing } from './conversations/listing';
import { type Page, type Pages, pageNamed } from './pages/pages';
import type { Workspace } from './workspaceParts';

/** What the list shows: a view with its order and filters, and the results of a search. */
type Listed = Chosen & { search: string };

/** What an address names: the open conversation, what the list shows, and the page above both. */
type Place = { id?: string; list: Listed; page?: Page };

const placeIn = (hash: string): Place => {
  const said = new URLSearchParams(hash);
  return {
    id: said.get('conversation') || undefined,
    list: {
      ...possible({
        view: VIEWS.find((view) => view === said.get('view')) ?? 'open',
        sort: SORTS.find((sort) => sort === said.get('sort')) ?? 'newest',
        tag: said.get('tag') ?? '',
        agentId: said.get('agent') ?? '',
        waits: /^[1-9]\d{0,7}$/.test(said.get('waits') ?? '') ? Number(said.get('waits')) : 0,
        saved: said.get('saved') ?? '',
      }),
      search: cutText((said.get('search') ?? '').trim(), LONGEST_SEARCH),
    },
    page: pageNamed(said.get('page')),
  };
};

const addressOf = ({ id, list, page }: Place): string => {
  const { view, sort, tag, agentId, waits, saved, search } = list;
  return new URLSearchParams({
    ...(id !== undefined && { conversation: id }),
    ...(view !== 'open' && { view }),
    ...(sort !== 'newest' && { sort }),
    ...(tag && { tag }),
    ...(agentId && { agent: agentId }),
    ...(waits > 0 && { waits: String(waits) }),
    ...(saved && { saved }),
    ...(search && { search }),
    ...(page && { page }),
  }).toString();
};

const isSame = (a: Place, b: Place): boolean => addressOf(a) === addressOf(b);

type Shown = Pick<Workspace, 'activeId' | 'open'> & {
  listing: Pick<Listing, 'chosen' | 'choose' | 'search' | 'setSearch'>;
  pages: Pick<Pages, 'current' | 'show'>;
};

/**
 * Keeps the address in step with the open page, the open conversation and the list, so that a reload shows them again
 * and the address can be shared. A view, an order, a tag or a search chosen in the list is a new entry, so that Back
 * undoes it. All conversations opened one after another share one entry, above that of the list: Back leads to the
 * list, and closing a conversation leaves no entry behind. Pages share one entry in the same way, above that of what
 * they cover.
 * @returns stops it
 */
export const createAddress = (
  bar: AddressBar,
  workspace: ReadonlySignal<Shown | undefined>,
): (() => void) => {
  let entered: Shown | undefined;
  /** Whether the browser was asked to go back but has not yet. */
  let leaving = false;

  const placeOf = ({ activeId, listing, pages }: Shown): Place => ({
    id: activeId.value,
    list: { ...listing.chosen.value, search: listing.search.value },
    page: pages.current.value,
  });

  /** Leaves the entry for the one below it, if that shows the target. */
  const close = (now: Place): void => {
    leaving = bar.isAbove();
    if (leaving) bar.back();
    else bar.replace(addressOf(now), false);
  };

  /** A search is an entry above the one it began in, however often its text changes. */
  const followList = (now: Place, shown: Place): void => {
    const isSearch = now.list.search !== shown.list.search;
    if (!isSearch) bar.push(addressOf(now), false);
    else if (shown.list.search === '') bar.push(addressOf(now), true);
    else if (now.list.search === '') close(now);
    else bar.replace(addressOf(now), bar.isAbove());
  };

  const follow = (now: Place): void => {
    const shown = placeIn(bar.read());
    if (leaving || isSame(now, shown)) return;
    if (now.page !== undefined) {
      if (shown.page === undefined) bar.push(addressOf(now), true);
      else bar.replace(addressOf(now), bar.isAbove());
    } else if (shown.page !== undefined) close(now);
    else if (now.id !== undefined) {
      if (shown.id === undefined) bar.push(addressOf(now), true);
      else bar.replace(addressOf(now), bar.isAbove());
    } else if (shown.id === undefined) followList(now, shown);
    else close(now);
  };

  const show = (signedIn: Shown, { id, list, page }: Place): void =>
    batch(() => {
      const { search, ...chosen } = list;
      signedIn.listing.choose(chosen);
      signedIn.listing.setSearch(search);
      signedIn.open(id);
      signedIn.pages.show(page);
    });

  /** Shows what the address names. What covers the list or a conversation gets entries of those below it. */
  const enter = (signedIn: Shown): void => {
    entered = signedIn;
    const place = placeIn(bar.read());
    const { id, list, page } = place;
    if (!bar.isAbove() && (id !== undefined || page !== undefined)) {
      bar.replace(addressOf({ list }), false);
      if (id !== undefined) bar.push(addressOf({ id, list }), true);
      if (page !== undefined) bar.push(addressOf(place), true);
    }
    show(signedIn, place);
  };

  /** The browser went back to the entry below. If that is the list's, the list may have changed. */
  const arrive = (now: Place): void => {
    leaving = false;
    const { id, page, list } = placeIn(bar.read());
    if (id === undefined && page === undefined) {
      // A search that began since gets its own entry.
      const search = list.search && now.list.search;
      bar.replace(addressOf({ list: { ...now.list, search } }), bar.isAbove());
    }
    // Another conversation may have been opened since.
    follow(now);
  };

  const stopFollowing = effect(() => {
    const signedIn = workspace.value;
    if (!signedIn) return;
    if (signedIn !== entered) untracked(() => enter(signedIn));
    const now = placeOf(signedIn);
    untracked(() => follow(now));
  });
  const stopListening = bar.onMove(() => {
    const signedIn = workspace.peek();
    if (!signedIn) return;
    if (leaving) arrive(untracked(() => placeOf(signedIn)));
    else {
      show(signedIn, placeIn(bar.read()));
      // Settings with unsaved changes stay until the agent has answered.
      follow(untracked(() => placeOf(signedIn)));
    }
  });
  return () => {
    stopFollowing();
    stopListening();
  };
};
