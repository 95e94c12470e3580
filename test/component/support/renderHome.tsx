import { type Signal, signal } from '@preact/signals-react';
import { act, fireEvent, screen, within } from '@testing-library/preact';
import { vi } from 'vitest';
import { createHomeState, type GivenState } from '../../../src/conversation/card/homeState';
import { CharactersLeft } from '../../../src/conversation/composer/tools/CharactersLeft';
import type { HomeActions, HomeState } from '../../../src/conversation/context';
import type { Features, ScrollbackProps } from '../../../src/conversation/features';
import { homeFeatures } from '../../../src/conversation/homeFeatures';
import { LinkedText } from '../../../src/conversation/log/LinkedText';
import { Ended } from '../../../src/features/ended/ended';
import { Failure } from '../../../src/features/failures/Failure';
import { FormView } from '../../../src/features/forms/FormView';
import { RichMessage } from '../../../src/features/richMessages/RichMessage';
import { ScrollbackView } from '../../../src/features/scrollback/ScrollbackView';
import { TypingDots } from '../../../src/features/typing/TypingDots';
import type { Words } from '../../../src/i18n/words';
import type { Storages } from '../../../src/platform/storage';
import { assembleSlices } from '../../support/assemble';
import { createFakeClock } from '../../support/fakeClock';
import { wireConversation } from '../../support/messages';
import { englishWords } from '../../support/words';
import { createTextBox, renderCard } from './textBox';

/** The views that are there at once. */
const LOADED: Partial<Features> = {
  linkedText: LinkedText,
  failures: Failure,
  counter: CharactersLeft,
  typing: TypingDots,
  ended: Ended,
  richMessages: RichMessage,
  forms: FormView,
};

export const CONVERSATION = 'c';
/** Renders the home card on real slices. Its actions are mocks. */
export const renderHome = (
  options: {
    messenger?: Record<string, unknown>;
    touchFirst?: boolean;
    filesLeft?: boolean;
    started?: boolean;
    people?: HomeState['People'];
    storages?: Storages;
  } = {},
) => {
  const { clock, createId, slices } = assembleSlices({
    clock: createFakeClock(),
    storages: options.storages,
    messenger: { title: 'Shoe shop', ...options.messenger },
  });
  const { conversations, user, router, announcer } = slices;
  const english = englishWords();
  /** Called once each time a message row is drawn. */
  const time = vi.fn(english.time);
  const words: Signal<Words> = signal({ ...english, time });
  const actions = {
    retry: vi.fn(),
    remove: vi.fn(),
    retryStart: vi.fn(),
    showList: vi.fn(),
    close: vi.fn(),
    keepDraft: vi.fn((_text: string): string | undefined => undefined),
    retryFeatures: vi.fn(),
  } satisfies HomeActions;
  const send = vi.fn();
  const loadPrevious = vi.fn();
  const place = createTextBox(send);
  const scrollback = (props: ScrollbackProps) => <ScrollbackView {...props} loadPrevious={loadPrevious} />;
  const loaded: Partial<Features> = { ...LOADED, scrollback };
  const features = Object.fromEntries(
    Object.keys(homeFeatures).map((name) => [name, signal(loaded[name as keyof Features])]),
  ) as { [K in keyof Features]: Signal<Features[K] | undefined> };
  const missing = signal<ReadonlyMap<keyof Features, boolean>>(new Map());
  const asked = new Set<keyof Features>();
  const draftKey = signal('a');
  const given: GivenState = {
    features: homeFeatures,
    words,
    feature: (name) => {
      asked.add(name);
      return features[name];
    },
    textBox: place.textBox,
    touchFirst: options.touchFirst ?? false,
    missing,
    draftKey,
    filesLeft: options.filesLeft ?? false,
    clock,
  };
  const state = createHomeState(given, slices, options.people);
  if (options.started !== false) {
    conversations.upsert(wireConversation(CONVERSATION));
    user.setInitialized('successful');
  }
  router.openWidget();
  const view = renderCard(place, { state, actions });
  return {
    ...view,
    actions: { ...actions, send, loadPrevious },
    ...slices,
    clock,
    announce: (text: string) => announcer.set([...announcer.current.value, { id: createId(), text }]),
    /** The announced texts are removed. */
    silence: () => announcer.set([]),
    words,
    time,
    features,
    /** The features that the card has asked for. */
    asked,
    missing,
    draftKey,
    /** The time `seconds` ago, in seconds since 1970 as the service counts. */
    ago: (seconds: number) => clock.now() / 1000 - seconds,
  };
};

export type Home = ReturnType<typeof renderHome>;

/** Changes state and waits until the change is drawn. */
export const draw = (change: () => void): Promise<void> =>
  act(() => {
    change();
  });

export const log = (): HTMLElement => screen.getByRole('log', { name: 'Messages' });
export const items = (): HTMLElement[] => within(log()).queryAllByRole('listitem');
export const box = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Type a message' });
export const sendButton = (): HTMLElement => screen.getByRole('button', { name: 'Send message' });
export const type = (text: string): void => void fireEvent.input(box(), { target: { value: text } });
