/// <reference types="vite/client" />

import { computed, type Signal, signal } from '@preact/signals-react';
import { chainOf } from '../../../locales/chain.mjs';
import registry from '../../../locales/codes.json';
import { createWords, type Dictionary, type Words } from '../../../src/i18n/words';
import { logRows } from '../../../src/model/messageLog';
import { type CardFrame, createFrame } from '../../../src/platform/frames';
import { createFrameStyles } from '../../../src/platform/sheets';
import type { Announcement } from '../../../src/slices/announcer';
import { createTheme, DEFAULT_COLORS } from '../../../src/slices/theme';
import { createEmojiPicker } from '../../../src/ui/composer/emoji/EmojiPicker';
import { Counter } from '../../../src/ui/composer/tools/Counter';
import { createTools } from '../../../src/ui/composer/tools/Tools';
import type { HomeActions, HomeState } from '../../../src/ui/context';
import { Reader } from '../../../src/ui/messageLog/reader/Reader';
import { mountHome } from '../../../src/ui/mount';
import type { Parts } from '../../../src/ui/parts';
import { decodeConfig } from '../../../src/wire/config';
import { createBanner, createNotices, createRich } from './forms';
import { type GalleryState, NOW, STATES } from './states';

/**
 * The home card in every state and language, from fixtures and with the real components: what pictures are taken of and
 * what the accessibility tests walk. `?locale=ar&size=320x568` choose what the form shows first.
 */
const files = import.meta.glob<Dictionary>('../../../locales/*.json', { import: 'default' });
const codes = Object.keys(registry).sort();

const loadWords = async (code: string): Promise<Words> => {
  const parts = chainOf(code, registry).map((part) => files[`../../../locales/${part}.json`]?.());
  const words: Dictionary = Object.assign({}, ...(await Promise.all(parts)));
  return createWords(code, words, (problem) => console.error(problem));
};

const quiet: HomeActions = {
  send: () => {},
  retry: () => {},
  remove: () => {},
  typed: () => {},
  loadPrevious: () => {},
  retryStart: () => {},
  showList: () => {},
  close: () => {},
};

const parts: { [K in keyof Parts]: Signal<Parts[K] | undefined> } = {
  counter: signal<Parts['counter'] | undefined>(Counter),
  waitTime: signal(createBanner()),
  notices: signal(createNotices()),
  conversationList: signal<Parts['conversationList'] | undefined>(undefined),
  reader: signal<Parts['reader'] | undefined>(Reader),
  rich: signal(createRich()),
  tools: signal(
    createTools({
      drafts: { key: signal(''), follow: () => undefined },
      attachments: true,
      blocked: signal(false),
    }),
  ),
  uploads: signal(undefined),
  emoji: signal(
    createEmojiPicker({
      recent: signal([]),
      tone: signal(0),
      used: () => {},
      setTone: () => {},
    }),
  ),
};

const stateOf = (shown: GalleryState, words: Words): HomeState => ({
  part: (name) => parts[name],
  title: 'Tidewater Canoes',
  description: shown.start === 'failed' ? undefined : 'We answer between planks',
  words: signal(words),
  rows: computed(() => logRows(shown.messages, shown.dividerAt, shown.typing !== undefined)),
  typingUser: signal(shown.typing),
  start: signal(shown.start),
  connection: signal(shown.connection),
  attachments: true,
  drafted: true,
  hasPrevious: signal(shown.hasPrevious),
  history: signal(undefined),
  seenTo: signal(0),
  announcement: signal<Announcement | undefined>(undefined),
  queued: signal(shown.queued === true),
  notices: shown.queued === true,
  widgetOpen: signal(false),
  listed: false,
  listShown: signal(false),
  touchFirst: true,
  now: () => NOW * 1000,
});

const form = document.querySelector('form') as HTMLFormElement;
const main = document.querySelector('main') as HTMLElement;
const control = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
const asked = new URLSearchParams(location.search);

for (const code of codes) control('locale').append(new Option(code));
control('locale').value = asked.get('locale') ?? 'en-us';
control('action').value = asked.get('action') ?? DEFAULT_COLORS.action;
control('message').value = asked.get('message') ?? DEFAULT_COLORS.message;
const size = asked.get('size');
if (size) control('size').value = size;

let undos: (() => void)[] = [];
const draw = async () => {
  const words = await loadWords(control('locale').value);
  const [width = '', height = ''] = control('size').value.split('x');
  const config = decodeConfig({
    messenger: { color: { action: control('action').value, message: control('message').value } },
  });
  for (const undo of undos) undo();
  undos = [];
  main.replaceChildren();
  for (const shown of STATES) {
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    caption.textContent = shown.name;
    figure.append(caption);
    main.append(figure);
    createFrame(figure, shown.name, (frame: CardFrame) => {
      frame.element.width = width;
      frame.element.height = height;
      const styles = createFrameStyles(frame.document, frame.window);
      undos.push(
        mountHome(frame, styles, createTheme(config.messenger), {
          state: stateOf(shown, words),
          actions: quiet,
        }),
      );
    });
  }
  main.dataset.ready = control('locale').value;
};

form.addEventListener('input', () => void draw());
void draw();
