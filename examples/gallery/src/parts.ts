import { type Signal, signal } from '@preact/signals-react';
import { createElement } from 'react';
import { Counter } from '../../../src/conversation/composer/tools/Counter';
import { createTools } from '../../../src/conversation/composer/tools/Tools';
import type { Parts } from '../../../src/conversation/features';
import type { KindProps } from '../../../src/conversation/log/messageKinds';
import { Camera } from '../../../src/features/attachments/Camera';
import { createUploadBubble } from '../../../src/features/attachments/UploadBubble';
import { createUploads } from '../../../src/features/attachments/uploadState';
import { ConversationList } from '../../../src/features/conversationList/List';
import { createEmojiPicker } from '../../../src/features/emojiPicker/EmojiPicker';
import { Failure } from '../../../src/features/failures/Failure';
import { type FormActions, FormProvider } from '../../../src/features/forms/context';
import { FormView } from '../../../src/features/forms/FormView';
import { fieldProblem } from '../../../src/features/forms/formRules';
import { createForms } from '../../../src/features/forms/formState';
import { Notices } from '../../../src/features/notices/View';
import { OptionsMenu } from '../../../src/features/optionsMenu/Menu';
import type { Option, OptionsProps } from '../../../src/features/optionsMenu/option';
import { RichProvider } from '../../../src/features/richMessages/context';
import { RichMessage } from '../../../src/features/richMessages/RichMessage';
import { Reader } from '../../../src/features/scrollback/Reader';
import { WaitTime } from '../../../src/features/waitTime/Banner';
import type { GalleryState } from './fixtures';

/** Forms that can be filled in but are never sent. */
const createShownForms = (shown: GalleryState): FormActions => {
  const forms = createForms();
  for (const [id, state] of Object.entries(shown.forms ?? {})) forms.patch(id, state);
  return {
    state: forms.of,
    answered: () => signal(false),
    quoted: () => undefined,
    change(id, { name }, value) {
      forms.patch(id, { values: { ...forms.of(id).peek().values, [name]: value } });
    },
    back: (id) => forms.patch(id, { step: Math.max(1, forms.of(id).peek().step - 1) }),
    next(id, steps) {
      const { step, values } = forms.of(id).peek();
      const field = steps[step - 1];
      if (!field || fieldProblem(field, values[field.name] ?? '')) return;
      forms.patch(id, step < steps.length ? { step: step + 1 } : { formSubmissionStatus: 'failed' });
    },
  };
};

const createRich = (shown: GalleryState) => {
  const forms = createShownForms(shown);
  const progress = signal(shown.pressed ?? {});
  const actions = {
    reply() {},
    postbacks: progress,
    press() {},
    locations: progress,
    share() {},
    contentUrl: () => Promise.reject(new Error('There is no service')),
  };
  return (props: KindProps) =>
    createElement(
      RichProvider,
      { value: actions },
      createElement(FormProvider, { value: forms }, createElement(RichMessage, props)),
    );
};

const createUploading = (shown: GalleryState) => {
  const uploads = createUploads();
  for (const [key, { file, progress }] of Object.entries(shown.uploads ?? {})) {
    uploads.add(key, file);
    const held = uploads.all.value.get(key);
    if (held) held.progress.value = progress;
  }
  const draw = async (canvas: HTMLCanvasElement, _: Blob, width: number, height: number) => {
    Object.assign(canvas, { width, height: (height * 3) / 4 });
    const pen = canvas.getContext('2d');
    for (const [colour, top] of [
      ['#9cc3d5', 0],
      ['#40798c', 0.6],
      ['#70a37f', 0.85],
    ] as const) {
      if (pen) pen.fillStyle = colour;
      pen?.fillRect(0, canvas.height * top, width, canvas.height);
    }
    return true;
  };
  return Object.assign(createUploadBubble({ uploads, draw }), { send: () => {} });
};

const createBanner = ({ queued }: GalleryState) => {
  const config = {
    waitTimeEnabled: queued === 'all',
    queuePositionEnabled: true,
    onlyDecreasingQueue: false,
  };
  const waiting = queued === 'nothing' ? {} : { position: 3, responseTime: 540 };
  return () => createElement(WaitTime, { config, waiting: signal(waiting) });
};

const createNotices =
  ({ notices }: GalleryState) =>
  () =>
    createElement(Notices, {
      privacyNoticeUrl: notices === 'mark' ? undefined : 'https://example.com/privacy',
      showZendeskLogo: notices !== 'privacy',
    });

const createList = ({ list }: GalleryState) => {
  const rows = list?.rows ?? [];
  const nothing = () => {};
  const part = {
    listStatus: signal(list?.status ?? 'successful'),
    createConversationStatus: signal(list?.creating ?? 'notConnected'),
    hasMore: signal(list?.hasMore === true),
    mayCreate: signal(true),
    refresh: nothing,
    loadMore: nothing,
    open: nothing,
    create: nothing,
  };
  return () =>
    createElement(ConversationList, {
      list: part,
      conversations: signal(rows.map((row) => row.conversation)),
      newest: (id) => rows.find((row) => row.conversation._id === id)?.message,
    });
};

/** The menu with Porch's own options, in the step that the state asks for. */
const createMenu = ({ menu }: GalleryState) => {
  const nothing = () => {};
  const transcript: Option = { label: 'options.transcript', available: signal(true), run: () => undefined };
  const end: Option = {
    label: 'options.end',
    available: signal(true),
    confirm: 'options.end_confirm',
    done: 'options.end_done',
    run: () => undefined,
  };
  const part = {
    options: [transcript, end],
    chosen: signal(menu && menu !== 'open' ? { option: end, step: menu } : undefined),
    choose: nothing,
    go: nothing,
    leave: nothing,
  };
  return (props: OptionsProps) => createElement(OptionsMenu, { ...props, part });
};

/** All parts for a state, without a desk behind them. */
export const createParts = (shown: GalleryState) => {
  const parts: { [K in keyof Parts]?: Signal<Parts[K] | undefined> } = {
    counter: signal<Parts['counter'] | undefined>(Counter),
    failures: signal<Parts['failures'] | undefined>(Failure),
    waitTime: signal(createBanner(shown)),
    notices: signal(createNotices(shown)),
    conversationList: signal(createList(shown)),
    options: signal(createMenu(shown)),
    reader: signal<Parts['reader'] | undefined>(Reader),
    rich: signal(createRich(shown)),
    forms: signal(FormView),
    uploads: signal(createUploading(shown)),
    tools: signal(
      createTools({
        typed: () => {},
        attachments: true,
        camera: () => signal(Camera),
        unsent: false,
        blocked: signal(shown.messages.at(-1)?.blockChatInput === true),
      }),
    ),
    webview: signal(undefined),
    screen: signal(undefined),
    emoji: signal(createEmojiPicker({ recent: signal([]), tone: signal(0), used() {}, setTone() {} })),
  };
  const none = signal(undefined);
  return <K extends keyof Parts>(name: K): Signal<Parts[K] | undefined> =>
    ((shown.missing?.includes(name) ? undefined : parts[name]) as Signal<Parts[K] | undefined> | undefined) ??
    none;
};
