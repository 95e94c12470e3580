/**
 * The exports of the home card's file, and the features that it loads on demand. Import the exports only from
 * here, so that the bundler keeps the code they share in that file.
 */

export { keepDrafts } from './composer/storeDrafts';
export { mountHome } from './mount';

/** Each loads one feature and resolves with the function that creates it. */
export const featureLoaders = {
  failures: () => import('../features/failures/failures').then((file) => file.createFailures),
  richMessages: () => import('../features/richMessages/richMessages').then((file) => file.createRichMessages),
  forms: () => import('../features/forms/forms').then((file) => file.createForms),
  waitTime: () => import('../features/waitTime/waitTime').then((file) => file.createWaitTime),
  notices: () => import('../features/notices/notices').then((file) => file.createNotices),
  scrollback: () => import('../features/scrollback/scrollback').then((file) => file.createScrollback),
  conversationList: () =>
    import('../features/conversationList/conversationList').then((file) => file.createConversationList),
  optionsMenu: () => import('../features/optionsMenu/optionsMenu').then((file) => file.createOptionsMenu),
  composerTools: () => import('./composer/tools/composerTools').then((file) => file.createComposerTools),
  counter: () => import('./composer/tools/counter').then((file) => file.createCounter),
  attachments: () => import('../features/attachments/attachments').then((file) => file.createAttachments),
  camera: () => import('../features/attachments/camera').then((file) => file.createCamera),
  emojiPicker: () => import('../features/emojiPicker/emojiPicker').then((file) => file.createEmojiPicker),
  webviewCard: () => import('../features/webviewCard/webviewCard').then((file) => file.createWebviewCard),
  fullScreen: () => import('../features/fullScreen/fullScreen').then((file) => file.createFullScreen),
};
