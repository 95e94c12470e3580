import { computed, type Signal, signal } from '@preact/signals-react';
import { createElement } from 'react';
import type { HomeActions, HomeState } from '../../../src/conversation/context';
import { homeFeatures } from '../../../src/conversation/homeFeatures';
import { mountCard, mountHome } from '../../../src/conversation/mount';
import { customCss } from '../../../src/features/appearance/customCss';
import { FACES_CSS } from '../../../src/features/people/facesCss';
import { VoiceCard } from '../../../src/features/voice/VoiceCard';
import { WebviewCard } from '../../../src/features/webviewCard/Card';
import type { Words } from '../../../src/i18n/words';
import { drawSkeleton } from '../../../src/launcher/skeleton';
import type { Message } from '../../../src/model/message';
import { createLog } from '../../../src/model/messageLog';
import type { CardFrame } from '../../../src/platform/frames';
import { adoptSheet } from '../../../src/platform/sheets';
import type { Announcement } from '../../../src/slices/announcer';
import type { Conversation } from '../../../src/slices/conversations';
import { createTheme } from '../../../src/slices/theme';
import { decodeConfig } from '../../../src/wire/config';
import { decodeLauncherConfig } from '../../../src/wire/launcherConfig';
import { decodeCustomization } from '../../../src/wire/theme';
import { drawAboveLauncher } from './aboveLauncher';
import { type GalleryState, NOW, unsent } from './fixtures';
import { createFeatureLoader, createShownPeople } from './parts';
import { FIRST } from './view';

const nothing = () => {};
const quiet: HomeActions = {
  retry: nothing,
  remove: nothing,
  retryStart: nothing,
  showList: nothing,
  close: nothing,
  keepDraft: () => undefined,
  retryFeatures: nothing,
};

const TITLE = 'Tidewater Canoes';

const logOf = (messages: Signal<readonly Message[]>, { dividerAt, typing, ended }: GalleryState) => {
  const blocksOf = createLog();
  const log = computed(() => blocksOf(messages.value, dividerAt, typing !== undefined, ended));
  return { log, rows: computed(() => log.value.flatMap(([, rows]) => rows)) };
};

const stateOf = (
  shown: GalleryState,
  words: Words,
  messages: Signal<readonly Message[]>,
  textBox: HomeState['textBox'],
): HomeState => ({
  textBox,
  feature: createFeatureLoader(shown),
  missing: signal(new Map((shown.missing ?? []).map((name) => [name, false]))),
  settings: {
    title: TITLE,
    description: shown.start === 'failed' ? undefined : 'We answer between planks',
  },
  People: createShownPeople(shown, words, (text) => {
    messages.value = [...messages.peek(), unsent(text)];
  }),
  words: signal(words),
  ...logOf(messages, shown),
  last: computed(() => messages.value.at(-1)),
  agent: computed(() => messages.value.findLast((m) => m.role === 'appMaker')),
  typingUser: signal(shown.typing),
  start: signal(shown.start),
  connection: signal(shown.connection),
  isKept: signal(true),
  attachments: true,
  emoji: signal(!(shown.isTouch ?? matchMedia('(pointer:coarse)').matches)),
  draftKey: signal(''),
  filesLeft: true,
  active: signal({
    _id: 'c',
    hasPreviousMessages: shown.hasPrevious === true,
    historyStatus: shown.history,
  } as Conversation),
  seenTo: signal(shown.seenTo ?? 0),
  announcement: signal<readonly Announcement[]>([]),
  features: {
    waitTime: { ...homeFeatures.waitTime, shown: () => shown.queued !== undefined },
    notices: { ...homeFeatures.notices, shown: () => shown.notices !== undefined },
  } as HomeState['features'],
  areaSlices: {} as HomeState['areaSlices'],
  widgetOpen: signal(false),
  listed: signal(shown.list !== undefined),
  notice: signal(undefined),
  listShown: signal(shown.list !== undefined),
  touchFirst: shown.isTouch ?? matchMedia('(pointer:coarse)').matches,
  clock: { now: () => NOW * 1000, after: () => nothing },
  drawnAt: NOW,
});

/** Waits some frames, because a frame may draw or announce its content only in the next one. */
const drawn = async () => {
  for (let i = 0; i < 4; i++) await new Promise((next) => requestAnimationFrame(next));
};

/** The look that a configuration or a call of the page would set. Radius and font are in pixels. */
export type Look = {
  action: string;
  message: string;
  scheme: string;
  side: 'left' | 'right';
  radius: number;
  font: number;
};

export type DrawnCard = {
  /** Applies another look without drawing the card again. */
  paint(look: Look): void;
  undo(): void;
};

/** The card is created without a customization. Another look is applied afterwards, as the widget does. */
const paintOver = (sheet: CSSStyleSheet, { action, message, scheme, radius, font }: Look): void => {
  // Leave defaults out, because each scheme has its own.
  const color = {
    ...(action === FIRST.action ? {} : { action }),
    ...(message === FIRST.message ? {} : { message }),
  };
  const theme = {
    ...(scheme === FIRST.scheme ? {} : { scheme }),
    ...(radius === Number(FIRST.radius) ? {} : { borderRadius: radius }),
    ...(font === Number(FIRST.font) ? {} : { fontSize: font }),
  };
  const isPlain = Object.keys({ ...color, ...theme }).length === 0;
  sheet.replaceSync(isPlain ? '' : customCss(decodeCustomization({ color, theme }).customization, false));
};

/** The card above the conversation in this state, if there is one. */
const cardAboveOf = (shown: GalleryState, words: Words) => {
  if (shown.isPage)
    return createElement(WebviewCard, {
      url: new URL('../times.html', location.href).href,
      words: signal(words),
      after: () => nothing,
      onBack: nothing,
      onShown: nothing,
    });
  if (!shown.voice) return undefined;
  const silent = { retry: nothing, answerRecording: nothing, start: nothing, mute: nothing, play: nothing };
  return createElement(VoiceCard, {
    state: signal(shown.voice),
    words: signal(words),
    actions: { ...silent, end: nothing },
    leaving: signal(shown.isLeaving === true),
    onBack: nothing,
    onStay: nothing,
  });
};

const drawWaiting = (frame: CardFrame, shown: GalleryState, words: Words, look: Look): DrawnCard => {
  let drawn = drawSkeletonOf(frame, shown, words, look);
  const undo = () => {
    drawn.remove();
    drawn.home.card.remove();
  };
  return {
    paint(next) {
      undo();
      drawn = drawSkeletonOf(frame, shown, words, next);
    },
    undo,
  };
};

const drawSkeletonOf = (frame: CardFrame, shown: GalleryState, words: Words, { action, scheme }: Look) => {
  const config = decodeLauncherConfig({
    messenger: {
      title: TITLE,
      locale: words.locale,
      color: { action },
      theme: { scheme },
      launcher: {
        words: {
          close: words.t('launcher_close'),
          failed: words.t('initial_conversation_request_failed'),
          retry: words.t('retry'),
        },
      },
    },
  });
  const skeleton = drawSkeleton(frame, config, { toggle: nothing, retry: nothing, send: nothing });
  frame.document.documentElement.dir = words.rtl ? 'rtl' : 'ltr';
  if (shown.skeleton === 'failed') skeleton.fail();
  return skeleton;
};

/**
 * Draws a state into its frame with the real components and runs its actions.
 * @returns when everything is drawn
 */
export const drawCard = async (
  frame: CardFrame,
  shown: GalleryState,
  words: Words,
  look: Look,
): Promise<DrawnCard> => {
  if (shown.skeleton) return drawWaiting(frame, shown, words, look);
  if (shown.campaign || shown.preview) return drawAboveLauncher(frame, shown, words, look);
  // Focusing one card blurs another, which would close its menu, so stop blur events.
  frame.window.addEventListener('blur', (event) => event.stopImmediatePropagation(), true);
  const { messenger } = decodeConfig({});
  const adopt = (css: string) => adoptSheet(frame.document, frame.window, css);
  const drawnCard = (undo: () => void): DrawnCard => {
    const sheet = adopt('');
    return { paint: (next) => paintOver(sheet, next), undo };
  };
  const card = cardAboveOf(shown, words);
  if (card) {
    const undo = mountCard(frame, createTheme(messenger), signal(words), nothing, card);
    await drawn();
    shown.act?.(frame.document);
    await drawn();
    return drawnCard(undo);
  }
  if (shown.people?.faces) adopt(FACES_CSS);
  const messages = signal<readonly Message[]>(shown.messages);
  const skeleton = drawSkeletonOf(frame, shown, words, look);
  skeleton.remove();
  const undo = mountHome(frame, createTheme(messenger), {
    state: stateOf(shown, words, messages, skeleton.home.textBox),
    actions: quiet,
  });
  if (shown.act || shown.later) {
    await drawn();
    shown.act?.(frame.document);
    await drawn();
    if (shown.later) messages.value = [...shown.messages, ...shown.later];
  }
  await drawn();
  return drawnCard(() => {
    undo();
    skeleton.home.card.remove();
  });
};
