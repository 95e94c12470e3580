import { type Signal, signal } from '@preact/signals-react';
import { createElement, Fragment } from 'react';
import { CharactersLeft } from '../../../src/conversation/composer/tools/CharactersLeft';
import { createTools } from '../../../src/conversation/composer/tools/Tools';
import { type HomeState, useHome } from '../../../src/conversation/context';
import type { MenuEntry as Option } from '../../../src/conversation/featureRow';
import type { Features, RichProps, ScrollbackProps } from '../../../src/conversation/features';
import { LinkedText } from '../../../src/conversation/log/LinkedText';
import { CameraButton } from '../../../src/features/attachments/CameraButton';
import { createUploadBubble } from '../../../src/features/attachments/UploadBubble';
import { createUploads } from '../../../src/features/attachments/uploadState';
import { ChannelPanel } from '../../../src/features/channelLinking/ChannelPanel';
import { createIntegrations } from '../../../src/features/channelLinking/integrations';
import { ConversationList } from '../../../src/features/conversationList/List';
import { createEmojiPickerView } from '../../../src/features/emojiPicker/EmojiPickerView';
import { Ended } from '../../../src/features/ended/ended';
import { Failure } from '../../../src/features/failures/Failure';
import { FormView } from '../../../src/features/forms/FormView';
import { createFormStates } from '../../../src/features/forms/formState';
import { createEntries } from '../../../src/features/notices/entries';
import { Notices } from '../../../src/features/notices/View';
import { OptionsMenu } from '../../../src/features/optionsMenu/Menu';
import type { ChosenOption } from '../../../src/features/optionsMenu/option';
import { createView } from '../../../src/features/people/View';
import { openLightbox } from '../../../src/features/richMessages/lightbox';
import { RichMessage } from '../../../src/features/richMessages/RichMessage';
import { ScrollbackView } from '../../../src/features/scrollback/ScrollbackView';
import { TypingDots } from '../../../src/features/typing/TypingDots';
import { WaitTime } from '../../../src/features/waitTime/Banner';
import type { Words } from '../../../src/i18n/words';
import { type FormActions, FormProvider } from '../../../src/messageKinds/form/context';
import { fieldProblem } from '../../../src/messageKinds/form/formRules';
import { type RichActions, RichProvider } from '../../../src/messageKinds/shared/context';
import { quotableOf } from '../../../src/model/quotable';
import { decodePeople } from '../../../src/wire/people';
import type { GalleryState } from './fixtures';
import { createRatedEnd } from './ratedEnd';
import { ShownGrowing } from './shownGrowing';

/** Forms that can be filled in but are never sent. */
const createShownForms = (shown: GalleryState): FormActions => {
  const forms = createFormStates();
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
    quotable: signal(quotableOf([...shown.messages, ...(shown.later ?? [])])),
    prepare() {},
  };
  return (props: RichProps) => {
    const { t } = useHome().state.words.value;
    const enlarge: RichActions['enlarge'] = (picture, from, onClose) => {
      const root = from.ownerDocument;
      const place = { surface: { root }, host: root.defaultView as Window, isShown: () => true };
      return openLightbox(place, picture, t, from, onClose);
    };
    return createElement(
      RichProvider,
      { value: { ...actions, enlarge } },
      createElement(
        FormProvider,
        { value: forms },
        createElement(RichMessage, { ...props, growing: () => ShownGrowing }),
      ),
    );
  };
};

const createUploading = (shown: GalleryState) => {
  const uploads = createUploads();
  for (const [key, { file, progress }] of Object.entries(shown.uploads ?? {})) {
    uploads.add(key, file);
    uploads.setProgress(key, progress);
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
  return Object.assign(createUploadBubble({ uploads, draw }), { send: () => {}, take: () => {} });
};

const createBanner = ({ queued }: GalleryState) => {
  const config = {
    waitTimeEnabled: queued === 'all',
    queuePositionEnabled: true,
    onlyDecreasingQueue: false,
  };
  const waiting = queued === 'nothing' ? {} : { position: 3, responseTime: 540 };
  const joined = signal(queued === 'joined' ? 'Mara Lindqvist' : undefined);
  return () => createElement(WaitTime, { config, waiting: signal(waiting), joined });
};

const createNotices =
  ({ notices }: GalleryState) =>
  () =>
    createElement(Notices, {
      notices: createEntries({
        privacyNoticeEnabled: notices !== 'mark',
        privacyNoticeUrl: 'https://example.com/privacy',
        showZendeskLogo: notices !== 'privacy',
      }),
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
    retry: nothing,
    open: nothing,
    create: nothing,
  };
  return () =>
    createElement(ConversationList, {
      list: part,
      conversations: signal(rows.map((row) => row.conversation)),
      messages: (id) =>
        rows.flatMap((row) => (row.conversation._id === id && row.message ? [row.message] : [])),
    });
};

const createChannelPage = (channel: GalleryState['channel']) => (props: { onClose(): void }) =>
  channel
    ? createElement(ChannelPanel, {
        ...props,
        type: channel.of.type,
        integrations: { ...createIntegrations(), find: () => channel.of },
        flow: { request: async () => {}, keep: () => () => {}, unlink: async () => {} },
      })
    : null;

/** The menu with Porch's own options, at the state's step. */
const createMenu = ({ menu, channel }: GalleryState) => {
  const nothing = () => {};
  const transcript: Option = { label: 'options.transcript', available: signal(true), run: () => undefined };
  const end: Option = {
    label: 'options.end',
    available: signal(true),
    ends: true,
    confirm: 'options.end_confirm',
    done: 'options.end_done',
    run: () => undefined,
  };
  const page: Option = { ...transcript, panel: createChannelPage(channel) };
  const sound: Option = {
    label: 'attention.sound',
    available: signal(true),
    checked: signal(true),
    run: () => undefined,
  };
  const notifications: Option = { ...sound, label: 'attention.notifications', checked: signal(false) };
  const blocked: Option = {
    label: 'attention.blocked',
    available: signal(true),
    disabled: signal(true),
    run: () => undefined,
  };
  const before = { switches: [sound, notifications], blocked: [sound, blocked] };
  const shows = menu === 'open' || menu === 'switches' || menu === 'blocked' ? menu : undefined;
  const state = {
    options: [...(shows && shows !== 'open' ? before[shows] : []), transcript, end],
    chosen: signal(
      channel
        ? { option: page, step: 'panel' as const }
        : menu && menu !== shows
          ? { option: end, step: menu as ChosenOption['step'] }
          : undefined,
    ),
    choose: nothing,
    go: nothing,
    leave: nothing,
  };
  return (props: { onClose(): void }) => createElement(OptionsMenu, { ...props, menu: state });
};

/** The people of a state; without them the card looks as with a configuration without people. */
export const createShownPeople = (
  { people }: GalleryState,
  words: Words,
  send: (text: string) => void,
): HomeState['People'] => {
  if (!people) return Fragment as HomeState['People'];
  const { status, ...config } = people;
  return createView({
    config: { ...decodePeople({}), ...config },
    team: signal(status),
    returning: () => false,
    label: signal(words.t('people.starters')),
    send,
  });
};

/** All parts of a state, without a desk. */
export const createFeatureLoader = (shown: GalleryState) => {
  const parts: { [K in keyof Features]?: Signal<Features[K] | undefined> } = {
    counter: signal<Features['counter'] | undefined>(CharactersLeft),
    failures: signal<Features['failures'] | undefined>(Failure),
    linkedText: signal<Features['linkedText'] | undefined>(LinkedText),
    waitTime: signal(createBanner(shown)),
    notices: signal(createNotices(shown)),
    conversationList: signal(createList(shown)),
    optionsMenu: signal(createMenu(shown)),
    typing: signal<Features['typing'] | undefined>(TypingDots),
    ended: signal<Features['ended'] | undefined>(shown.rating ? createRatedEnd(shown.rating) : Ended),
    scrollback: signal((props: ScrollbackProps) => ScrollbackView({ ...props, loadPrevious() {} })),
    richMessages: signal(createRich(shown)),
    forms: signal(FormView),
    attachments: signal(createUploading(shown)),
    composerTools: signal(
      createTools({
        typed: () => {},
        sendFiles: () => {},
        settings: { attachmentsEnabled: true, oneFile: signal(false) },
        unsent: false,
      }),
    ),
    camera: signal<Features['camera'] | undefined>(CameraButton),
    webviewCard: signal(undefined),
    people: signal(undefined),
    fullScreen: signal(undefined),
    emojiPicker: signal(
      createEmojiPickerView({ recent: signal([]), tone: signal(0), used() {}, setTone() {} }),
    ),
  };
  const none = signal(undefined);
  return <K extends keyof Features>(name: K): Signal<Features[K] | undefined> =>
    ((shown.coming === name || shown.missing?.includes(name) ? undefined : parts[name]) as
      | Signal<Features[K] | undefined>
      | undefined) ?? none;
};
