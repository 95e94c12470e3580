import { type Signal, signal } from '@preact/signals-react';
import { act, fireEvent, screen, within } from '@testing-library/preact';
import { vi } from 'vitest';
import { createHomeState, type GivenState } from '../../../src/conversation/card/homeState';
import { CharactersLeft } from '../../../src/conversation/composer/tools/CharactersLeft';
import type { HomeActions, HomeState } from '../../../src/conversation/context';
import type { Features, ScrollbackProps } from '../../../src/conversation/features';
import { homeFeatures } from '../../../src/conversation/homeFeatures';
import { LinkedText } from '../../../src/conversation/log/LinkedText';
import { createEnded } from '../../../src/features/ended/ended';
import { Failure } from '../../../src/features/failures/Failure';
import { FormView } from '../../../src/features/forms/FormView';
import { RichMessage } from '../../../src/features/richMessages/RichMessage';
import { ScrollbackView } from '../../../src/features/scrollback/ScrollbackView';
import { TypingDots } from '../../../src/features/typing/TypingDots';
import type { Words } from '../../../src/i18n/words';
import { createAnnouncer } from '../../../src/slices/announcer';
import { createConnection } from '../../../src/slices/connection';
import { createConversations } from '../../../src/slices/conversations';
import { createExperience } from '../../../src/slices/experience';
import { createLinkQuestion } from '../../../src/slices/linkQuestion';
import { createMessages } from '../../../src/slices/messages';
import { createRouter } from '../../../src/slices/router';
import { createSettings } from '../../../src/slices/settings';
import { createUser } from '../../../src/slices/user';
import { decodeConfig } from '../../../src/wire/config';
import { decodeConversation, type WireConversation } from '../../../src/wire/conversation';
import { createFakeClock } from '../../support/fakeClock';
import { createFakeStore } from '../../support/fakeStorage';
import { englishWords } from '../../support/words';
import { createTextBox, renderCard } from './textBox';

export const CONVERSATION = 'c';
/** Renders the home card on real slices. Its actions are mocks. */
export const renderHome = (
  options: {
    config?: unknown;
    touchFirst?: boolean;
    filesLeft?: boolean;
    started?: boolean;
    people?: HomeState['People'];
  } = {},
) => {
  const clock = createFakeClock();
  let ids = 0;
  const createId = () => `id-${++ids}`;
  const conversations = createConversations();
  const messages = createMessages();
  const config = decodeConfig(options.config ?? { messenger: { title: 'Shoe shop' } });
  const experience = createExperience(config.messenger.canUserSeeConversationList);
  const router = createRouter({ session: createFakeStore() });
  const user = createUser({
    store: createFakeStore(),
    session: createFakeStore(),
    integrationId: 'int',
    createId,
  });
  const linkQuestion = createLinkQuestion();
  const connection = createConnection({ clock });
  const announcer = createAnnouncer();
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
  const features: { [K in keyof Features]: Signal<Features[K] | undefined> } = {
    linkedText: signal<Features['linkedText'] | undefined>(LinkedText),
    failures: signal<Features['failures'] | undefined>(Failure),
    counter: signal<Features['counter'] | undefined>(CharactersLeft),
    waitTime: signal<Features['waitTime'] | undefined>(undefined),
    emailLink: signal<Features['emailLink'] | undefined>(undefined),
    notices: signal<Features['notices'] | undefined>(undefined),
    conversationList: signal<Features['conversationList'] | undefined>(undefined),
    optionsMenu: signal<Features['optionsMenu'] | undefined>(undefined),
    scrollback: signal((props: ScrollbackProps) => <ScrollbackView {...props} loadPrevious={loadPrevious} />),
    typing: signal(TypingDots),
    ended: signal(createEnded()),
    richMessages: signal(RichMessage),
    forms: signal(FormView),
    composerTools: signal(undefined),
    attachments: signal(undefined),
    webviewCard: signal(undefined),
    people: signal(undefined),
    fullScreen: signal(undefined),
    emojiPicker: signal(undefined),
    camera: signal(undefined),
  };
  const missing = signal<ReadonlyMap<keyof Features, boolean>>(new Map());
  const asked = new Set<keyof Features>();
  const draftKey = signal('a');
  const settings = createSettings({ config });
  const slices = {
    settings,
    experience,
    router,
    user,
    linkQuestion,
    conversations,
    messages,
    connection,
    announcer,
  };
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
    conversations.upsert(decodeConversation({ _id: CONVERSATION }) as WireConversation);
    user.setInitialized('successful');
  }
  router.openWidget();
  const view = renderCard(place, { state, actions });
  return {
    ...view,
    actions: { ...actions, send, loadPrevious },
    clock,
    conversations,
    experience,
    messages,
    router,
    user,
    connection,
    announce: (text: string) => announcer.show([...announcer.current.value, { id: createId(), text }]),
    /** The announced texts are removed. */
    silence: () => announcer.show([]),
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
