/**
 * The exports of the home card's file. Import them only from here, so that the bundler keeps the code they
 * share in that file.
 */
export { mountHome } from '../ui/mount';
export { keepDrafts } from './drafts';

export const partLoaders = {
  failures: () => import('./failures'),
  rich: () => import('./rich'),
  forms: () => import('./forms'),
  waitTime: () => import('./waitTime'),
  notices: () => import('./notices'),
  reader: () => import('./reader'),
  conversationList: () => import('./conversationList'),
  options: () => import('./options'),
  tools: () => import('./tools'),
  counter: () => import('./counter'),
  uploads: () => import('./uploads'),
  emoji: () => import('./emoji'),
  webview: () => import('./webview'),
  screen: () => import('./screen'),
};
