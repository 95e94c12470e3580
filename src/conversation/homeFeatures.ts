import type { FeatureRow } from './featureRow';
import type { Features } from './features';

const loadLinkedText = () => import('./log/LinkedText');

/** The features that the card loads on demand: one row each. */
export const homeFeatures: { [K in keyof Features]: FeatureRow<Features[K]> } = {
  failures: {
    load: () => import(/* first opening: 7 */ '../features/failures/failures'),
    wordless: true,
  },
  linkedText: { load: loadLinkedText, file: 'LinkedText', wordless: true },
  richMessages: {
    async load() {
      // It imports the other file; request both at once.
      const [file] = await Promise.all([import('../features/richMessages/richMessages'), loadLinkedText()]);
      return file;
    },
  },
  forms: { load: () => import('../features/forms/forms') },
  waitTime: {
    load: () => import('../features/waitTime/waitTime'),
    area: 'banner',
    shown: ({ settings: { raw }, conversations }) =>
      ((raw.waitTimeEnabled || raw.queuePositionEnabled) === true &&
        conversations.active.value?.routingStatus === 'queued') ||
      !!conversations.active.value?.queue?.name,
  },
  emailLink: {
    load: () => import('../features/emailLink/emailLink'),
    area: 'banner',
    shown: ({ linkQuestion, user }) => linkQuestion.current.value !== undefined || user.linked.value,
  },
  notices: {
    load: () => import('../features/notices/notices'),
    area: 'notice',
    shown: ({ settings: { raw } }) => (raw.privacyNoticeEnabled || raw.showZendeskLogo) === true,
    height: 28,
  },
  scrollback: {
    load: () => import('../features/scrollback/scrollback'),
  },
  conversationList: {
    load: () => import('../features/conversationList/conversationList'),
  },
  typing: { load: () => import('../features/typing/typing') },
  ended: {
    load: () => import('../features/ended/ended'),
  },
  optionsMenu: {
    load: () => import('../features/optionsMenu/optionsMenu'),
  },
  composerTools: {
    load: () => import('./composer/tools/composerTools'),
  },
  counter: { load: () => import('./composer/tools/counter') },
  attachments: {
    load: () => import('../features/attachments/attachments'),
  },
  camera: { load: () => import('../features/attachments/camera') },
  emojiPicker: {
    load: () => import('../features/emojiPicker/emojiPicker'),
  },
  webviewCard: {
    load: () => import('../features/webviewCard/webviewCard'),
  },
  people: {
    load: () => {
      // Their file imports this one. Otherwise the browser would request it only after that file.
      import('../model/faces').catch(() => {});
      return import('../features/people/people');
    },
  },
  fullScreen: {
    load: () => import('../features/fullScreen/fullScreen'),
    wordless: true,
  },
  translation: {
    load: () => import('../features/translation/translation'),
    wordless: true,
  },
};
