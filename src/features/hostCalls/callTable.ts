/** Made by `node scripts/callTables.mjs` from the table of calls in src/npm. */
import type { CallRow } from './callRow';

const conversationCommands = () => import('./conversation/conversationCommands');
const messageHooks = () => import('./conversation/messageHooks');
const moreEvents = () => import('./events/moreEvents');
const notYet = () => import('./events/notYet');
const composerCalls = () => import('./look/composerCalls');
const render = () => import('./look/render');
const setLabels = () => import('./look/setLabels');
const setLocale = () => import('./look/setLocale');
const surfaceCalls = () => import('./look/surfaceCalls');
const metadataCalls = () => import('./metadata/metadataCalls');
const debugCall = () => import('./page/debugCall');
const destroy = () => import('./page/destroy');
const getConfig = () => import('./page/getConfig');
const pageview = () => import('./page/pageview');
const resume = () => import('./visitor/resume');

export const CALLS: Readonly<Record<string, CallRow>> = {
  'messenger.open': {},
  'messenger.close': {},
  'messenger.hide': { sets: 'shown' },
  'messenger.show': { resets: 'shown' },
  'messenger.loginUser': { sets: 'visitor' },
  'messenger.logoutUser': { resets: 'visitor' },
  'messenger.useSessionAuth': { sets: 'visitor' },
  'messenger.resetWidget': { resets: 'visitor' },
  'messenger.newConversation': { load: conversationCommands, flag: 'multiConversation' },
  'messenger.sendMessage': { load: conversationCommands },
  'messenger.fetchConversations': { load: conversationCommands, flag: 'multiConversation' },
  'messenger.updateConversation': { load: conversationCommands, flag: 'multiConversation' },
  'messenger.updateUser': { load: metadataCalls, flag: 'updateUser' },
  'messenger.forceProactiveMessage': { load: surfaceCalls, flag: 'proactiveForce' },
  'messenger.prefill': { load: surfaceCalls },
  'messenger.pageview': { load: pageview },
  'messenger.debug': { load: debugCall },
  'messenger.resume': { load: resume },
  'messenger.destroy': { load: destroy },
  'messenger.render': { load: render, sets: 'drawn' },
  'messenger:ui.newConversation': { load: conversationCommands, flag: 'multiConversation' },
  'messenger:ui.navigation': { load: conversationCommands, flag: 'multiConversation' },
  'messenger:open.voice': { load: surfaceCalls },
  'messenger:get.config': { load: getConfig },
  'messenger:set.locale': { load: setLocale },
  'messenger:set.zIndex': {},
  'messenger:set.cookies': {},
  'messenger:set.customization': {},
  'messenger:set.beforeMessageDisplay': { load: messageHooks },
  'messenger:set.beforeMessageSent': { load: messageHooks },
  'messenger:set.labels': { load: setLabels },
  'messenger:set.conversationFields': { load: metadataCalls, flag: 'conversationFields', until: 'visitor' },
  'messenger:set.conversationTags': { load: metadataCalls, flag: 'conversationTags', until: 'visitor' },
  'messenger:set.conversationMetadata': { load: metadataCalls, flag: 'metadata', until: 'visitor' },
  'messenger:set.userMetadata': { load: metadataCalls, flag: 'metadata', until: 'visitor' },
  'messenger:set.typingIndicator': { load: composerCalls, flag: 'typingIndicator' },
  'messenger:set.emojiPicker': { load: composerCalls, flag: 'emojiPicker' },
  'messenger:set.multipleAttachments': { load: composerCalls, flag: 'multipleAttachments' },
  'messenger:set.disablePopout': { load: composerCalls, flag: 'disablePopout' },
  'messenger:on.open': {},
  'messenger:on.close': {},
  'messenger:on.unreadMessages': {},
  'messenger:on.conversationStarted': { load: moreEvents },
  'messenger:on.conversationOpened': { load: moreEvents },
  'messenger:on.messagesShown': { load: moreEvents },
  'messenger:on.messageReceived': { load: moreEvents },
  'messenger:on.newConversationButtonClicked': { load: moreEvents },
  'messenger:on.postbackButtonClicked': { load: moreEvents },
  'messenger:on.conversationExtensionOpened': { load: moreEvents },
  'messenger:on.conversationExtensionDisplayed': { load: moreEvents },
  'messenger:on.conversationWithAgentRequested': { load: moreEvents },
  'messenger:on.conversationAgentAssigned': { load: moreEvents },
  'messenger:on.conversationServedByAgent': { load: moreEvents },
  'messenger:on.ready': { load: moreEvents },
  'messenger:on.error': { load: moreEvents },
  'messenger:on.health': { load: moreEvents },
  'messenger:on.proactiveMessageDisplayed': { load: moreEvents },
  'messenger:on.proactiveMessageClicked': { load: moreEvents },
  'messenger:on.articleClicked': { load: notYet },
  'messenger:on.articleBrowserClicked': { load: notYet },
};
