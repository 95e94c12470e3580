import { effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import type { Workspace } from './workspace';

/** The page's address and its history. */
export type AddressBar = {
  /** What follows the `#`. */
  read(): string;
  /** Whether the history's entry before this one shows the list. */
  isAboveList(): boolean;
  /** Adds an entry above the one with the list. */
  push(hash: string): void;
  replace(hash: string, aboveList: boolean): void;
  back(): void;
  /** Calls back when the browser has moved to another entry. @returns stops it */
  onMove(listener: () => void): () => void;
};

const NAME = 'conversation';

export const conversationIn = (hash: string): string | undefined =>
  new URLSearchParams(hash).get(NAME) || undefined;

export const addressOf = (id: string): string => new URLSearchParams({ [NAME]: id }).toString();

type Shown = Pick<Workspace, 'activeId' | 'open'>;

/**
 * Keeps the address and the open conversation the same, so that a reload shows it again and its address can be passed
 * on. However many conversations are opened one after another, the history has one entry for them, above the one
 * of the list: Back leads to the list, and closing a conversation leaves no entry behind.
 * @returns stops it
 */
export const createAddress = (
  bar: AddressBar,
  workspace: ReadonlySignal<Shown | undefined>,
): (() => void) => {
  let entered: Shown | undefined;
  /** Whether the browser was asked to go back and has not yet. */
  let leaving = false;

  const follow = (id: string | undefined): void => {
    const shown = conversationIn(bar.read());
    if (leaving || id === shown) return;
    if (id !== undefined) {
      if (shown === undefined) bar.push(addressOf(id));
      else bar.replace(addressOf(id), bar.isAboveList());
    } else if (bar.isAboveList()) {
      leaving = true;
      bar.back();
    } else bar.replace('', false);
  };

  /** Opens what the address names. A page that begins with it gets the list's entry below. */
  const enter = (signedIn: Shown): void => {
    entered = signedIn;
    const hash = bar.read();
    const id = conversationIn(hash);
    if (id === undefined) return;
    if (!bar.isAboveList()) {
      bar.replace('', false);
      bar.push(hash);
    }
    signedIn.open(id);
  };

  const stopFollowing = effect(() => {
    const signedIn = workspace.value;
    if (!signedIn) return;
    if (signedIn !== entered) untracked(() => enter(signedIn));
    const id = signedIn.activeId.value;
    untracked(() => follow(id));
  });
  const stopListening = bar.onMove(() => {
    const signedIn = workspace.peek();
    if (!signedIn) return;
    if (leaving) {
      leaving = false;
      // Another conversation may have been opened in the meantime.
      follow(signedIn.activeId.peek());
    } else signedIn.open(conversationIn(bar.read()));
  });
  return () => {
    stopFollowing();
    stopListening();
  };
};
