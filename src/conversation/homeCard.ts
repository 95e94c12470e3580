/**
 * The exports of the home card's file. Import them only from here, so that the bundler keeps the code they
 * share in that file.
 */

export { keepDrafts } from './composer/storeDrafts';
export { mountHome } from './mount';

export const partLoaders = {
  failures: () => import('../features/failures/failures'),
  rich: () => import('../features/richMessages/richMessages'),
  forms: () => import('../features/forms/forms'),
  waitTime: () => import('../features/waitTime/waitTime'),
  notices: () => import('../features/notices/notices'),
  reader: () => import('../features/scrollback/scrollback'),
  conversationList: () => import('../features/conversationList/conversationList'),
  options: () => import('../features/optionsMenu/optionsMenu'),
  tools: () => import('./composer/tools/composerTools'),
  counter: () => import('./composer/tools/counter'),
  uploads: () => import('../features/attachments/attachments'),
  emoji: () => import('../features/emojiPicker/emojiPicker'),
  webview: () => import('../features/webviewCard/webviewCard'),
  screen: () => import('../features/fullScreen/fullScreen'),
};
