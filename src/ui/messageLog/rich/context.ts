import { type ReadonlySignal, signal } from '@preact/signals-react';
import { createContext, useContext } from 'react';
import type { Draft } from '../../../model/message';

export type Progress = ReadonlySignal<Readonly<Record<string, 'pending' | 'failed' | undefined>>>;

/** What the visitor may do with a message: actions out, their progress in. None throws. */
export type RichActions = {
  reply(draft: Draft): void;
  /** By the key given to `press` and `share`. */
  postbacks: Progress;
  press(key: string, actionId: string): void;
  locations: Progress;
  share(key: string): void;
  /** Another address of a picture that does not load; rejects where there is none. */
  contentUrl(mediaUrl: string): Promise<string>;
};

/** Pictures and unit tests show messages without a conversation behind them. */
const idle: RichActions = {
  reply() {},
  postbacks: signal({}),
  press() {},
  locations: signal({}),
  share() {},
  contentUrl: () => Promise.reject(new Error('There is no service')),
};

const RichContext = createContext(idle);
export const RichProvider = RichContext.Provider;
export const useRich = (): RichActions => useContext(RichContext);
