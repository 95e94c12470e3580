import type { FeatureRow } from './featureRow';
import type { Features } from './features';

const loadLinkedText = () => import('./log/LinkedText');

/** The features that the card loads on demand: one row each. */
export const homeFeatures: { [K in keyof Features]: FeatureRow<Features[K]> } = {
  failures: {
    load: () => import('../features/failures/failures').then((file) => file.createFailures),
    wordless: true,
  },
  linkedText: { load: () => loadLinkedText().then((file) => file.createLinkedText), wordless: true },
  richMessages: {
    async load() {
      // It imports the other file; ask for both at once.
      const [file] = await Promise.all([import('../features/richMessages/richMessages'), loadLinkedText()]);
      return file.createRichMessages;
    },
  },
  forms: { load: () => import('../features/forms/forms').then((file) => file.createForms) },
  waitTime: {
    load: () => import('../features/waitTime/waitTime').then((file) => file.createWaitTime),
    area: 'banner',
    shown: ({ settings: { raw }, conversations }) =>
      (raw.waitTimeEnabled || raw.queuePositionEnabled) === true &&
      conversations.active.value?.routingStatus === 'queued',
  },
  notices: {
    load: () => import('../features/notices/notices').then((file) => file.createNotices),
    area: 'notice',
    shown: ({ settings: { raw } }, rows) =>
      (raw.privacyNoticeEnabled || raw.showZendeskLogo) === true ||
      Object.values(rows).some((row) => row.notice),
    height: 28,
  },
  scrollback: {
    load: () => import('../features/scrollback/scrollback').then((file) => file.createScrollback),
  },
  conversationList: {
    load: () =>
      import('../features/conversationList/conversationList').then((file) => file.createConversationList),
  },
  typing: { load: () => import('../features/typing/typing').then((file) => file.createTyping) },
  optionsMenu: {
    load: () => import('../features/optionsMenu/optionsMenu').then((file) => file.createOptionsMenu),
  },
  composerTools: {
    load: () => import('./composer/tools/composerTools').then((file) => file.createComposerTools),
    wordless: true,
  },
  counter: { load: () => import('./composer/tools/counter').then((file) => file.createCounter) },
  attachments: {
    load: () => import('../features/attachments/attachments').then((file) => file.createAttachments),
  },
  camera: { load: () => import('../features/attachments/camera').then((file) => file.createCamera) },
  emojiPicker: {
    load: () => import('../features/emojiPicker/emojiPicker').then((file) => file.createEmojiPicker),
  },
  webviewCard: {
    load: () => import('../features/webviewCard/webviewCard').then((file) => file.createWebviewCard),
  },
  people: {
    load: () => import('../features/people/people').then((file) => file.createPeople),
  },
  fullScreen: {
    load: () => import('../features/fullScreen/fullScreen').then((file) => file.createFullScreen),
    wordless: true,
  },
};
