import { batch, effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import type { Listing } from './listing';
import type { Workspace } from './workspace';

/** The page's address and its history. */
export type AddressBar = {
  /** What follows the `#`. */
  read(): string;
  /** Whether the history's entry before this one shows the list. */
  isAboveList(): boolean;
  /** Adds an entry. @param aboveList whether the entry below it shows the list */
  push(hash: string, aboveList: boolean): void;
  replace(hash: string, aboveList: boolean): void;
  back(): void;
  /** Calls back when the browser has moved to another entry. @returns stops it */
  onMove(listener: () => void): () => void;
};

/** What an address names: the open conversation, and the tag by which the list is filtered. */
type Place = { id?: string; tag: string };

const placeIn = (hash: string): Place => {
  const said = new URLSearchParams(hash);
  return { id: said.get('conversation') || undefined, tag: said.get('tag') ?? '' };
};

const addressOf = ({ id, tag }: Place): string =>
  new URLSearchParams({ ...(id !== undefined && { conversation: id }), ...(tag && { tag }) }).toString();

type Shown = Pick<Workspace, 'activeId' | 'open'> & { listing: Pick<Listing, 'tag' | 'setTag'> };

/**
 * Keeps the address the same as the open conversation and the list's tag, so that a reload shows them again and the
 * address can be passed on. A tag chosen in the list is an entry of its own, so that Back takes it back. However many
 * conversations are opened one after another, the history has one entry for them, above the one of the list: Back
 * leads to the list, and closing a conversation leaves no entry behind.
 * @returns stops it
 */
export const createAddress = (
  bar: AddressBar,
  workspace: ReadonlySignal<Shown | undefined>,
): (() => void) => {
  let entered: Shown | undefined;
  /** Whether the browser was asked to go back and has not yet. */
  let leaving = false;

  const placeOf = ({ activeId, listing }: Shown): Place => ({ id: activeId.value, tag: listing.tag.value });

  const follow = (now: Place): void => {
    const shown = placeIn(bar.read());
    if (leaving || (now.id === shown.id && now.tag === shown.tag)) return;
    if (now.id !== undefined) {
      if (shown.id === undefined) bar.push(addressOf(now), true);
      else bar.replace(addressOf(now), bar.isAboveList());
    } else if (shown.id === undefined) bar.push(addressOf(now), false);
    else if (bar.isAboveList()) {
      leaving = true;
      bar.back();
    } else bar.replace(addressOf(now), false);
  };

  const show = (signedIn: Shown, { id, tag }: Place): void =>
    batch(() => {
      signedIn.listing.setTag(tag);
      signedIn.open(id);
    });

  /** Shows what the address names. A page that begins with a conversation gets the list's entry below. */
  const enter = (signedIn: Shown): void => {
    entered = signedIn;
    const place = placeIn(bar.read());
    if (place.id !== undefined && !bar.isAboveList()) {
      bar.replace(addressOf({ tag: place.tag }), false);
      bar.push(addressOf(place), true);
    }
    show(signedIn, place);
  };

  /** The browser went back to the list. Its tag may have changed. */
  const arrive = (now: Place): void => {
    leaving = false;
    if (placeIn(bar.read()).id === undefined) bar.replace(addressOf({ tag: now.tag }), false);
    // Another conversation may have been opened in the meantime.
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
    else show(signedIn, placeIn(bar.read()));
  });
  return () => {
    stopFollowing();
    stopListening();
  };
};
