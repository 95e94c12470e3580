import { type Signal, signal } from '@preact/signals-react';
import english from '../../../locales/en-us.json';
import { createWords } from '../../../src/i18n/words';
import { createClock } from '../../../src/platform/clock';
import { type CardFrame, createFrame } from '../../../src/platform/frames';
import { createFrameStyles } from '../../../src/platform/sheets';
import { createStorages } from '../../../src/platform/storage';
import { createSlices } from '../../../src/slices/createSlices';
import { createTheme } from '../../../src/slices/theme';
import { createHomeState, type HomeDeps } from '../../../src/ui/cards/home/homeState';
import type { HomeActions } from '../../../src/ui/context';
import { Reader } from '../../../src/ui/messageLog/reader/Reader';
import { mountHome } from '../../../src/ui/mount';
import { decodeConfig } from '../../../src/wire/config';
import { createBench } from './bench';

declare global {
  interface Window {
    bench?: ReturnType<typeof createBench>;
  }
}

const parts: Record<string, Signal<unknown>> = { reader: signal(Reader) };
const none = signal(undefined);
const config = decodeConfig({});
const slices = createSlices({
  config,
  storages: createStorages(window, false),
  createId: () => crypto.randomUUID(),
  clock: createClock(),
});
slices.user.initializedStatus.value = 'successful';
const state = createHomeState({
  ...slices,
  words: signal(createWords('en-us', english, (problem) => console.error(problem))),
  part: ((name: string) => parts[name] ?? none) as HomeDeps['part'],
  missing: signal(new Map()),
  draftKey: signal(''),
  filesLeft: false,
  touchFirst: true,
  now: Date.now,
});
/** No action does anything, whichever there are. */
const actions = new Proxy({}, { get: () => () => {} }) as HomeActions;

createFrame(document.querySelector('main') as HTMLElement, 'log', (frame: CardFrame) => {
  frame.element.width = '380';
  frame.element.height = '700';
  const styles = createFrameStyles(frame.document, frame.window);
  mountHome(frame, styles, createTheme(config.messenger), { state, actions });
  window.bench = createBench(frame, slices.messages);
});
