import { type ReadonlySignal, signal } from '@preact/signals-react';
import { createContext, useContext } from 'react';
import type { Draft } from '../../model/message';
import type { Quotable } from '../../model/quotable';

type Progress = ReadonlySignal<Readonly<Record<string, 'pending' | 'failed' | undefined>>>;

/** The actions of a message's buttons, their progress, and what messages may quote. No action throws. */
export type RichActions = {
  reply(draft: Draft): void;
  /** The progress by the key that was passed to `press` or `share`. */
  postbacks: Progress;
  press(key: string, actionId: string, label: string): void;
  locations: Progress;
  share(key: string): void;
  /** Another address for a picture that does not load; rejects when there is none. */
  contentUrl(mediaUrl: string): Promise<string>;
  quotable: ReadonlySignal<Quotable>;
  /** Loads what shows a picture large, ahead of the press. */
  prepare(): void;
  /**
   * Shows a picture in the whole window; in a new tab where that cannot be loaded.
   * @param from its button, which gets the focus back afterwards
   * @param onClose called when the visitor has closed it
   * @returns closes it
   */
  enlarge(picture: { src: string; alt: string }, from: HTMLElement, onClose: () => void): () => void;
};

/** For screenshots and unit tests, which show messages without a conversation. */
const idle: RichActions = {
  reply() {},
  postbacks: signal({}),
  press() {},
  locations: signal({}),
  share() {},
  contentUrl: () => Promise.reject(new Error('There is no service')),
  quotable: signal({ ids: new Map(), words: new Set() }),
  prepare() {},
  enlarge: () => () => {},
};

const RichContext = createContext(idle);
export const RichProvider = RichContext.Provider;
export const useRich = (): RichActions => useContext(RichContext);
