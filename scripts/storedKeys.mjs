/** What the widget stores in a visitor's browser. */
import { HISTORY } from './storedHistory.mjs';

/**
 * @typedef {object} Stored
 * @property {string} key with `…` for the part that differs between visitors
 * @property {'visitor' | 'tab' | 'files'} where the storage that the configuration chooses for the visitor; the tab's
 * own; or the browser's database
 * @property {string} why
 * @property {string} until
 * @property {'all'} [level] the least consent that allows it; 'functional' by default
 * @property {string} file the file of src/ that writes it, and contains `name`
 * @property {string} name
 */

const LEFT = 'the visitor logs out, or the page calls `resetWidget`';

/** @type {readonly Stored[]} */
export const STORED = [
  {
    key: 'ZD-….appUserId',
    where: 'visitor',
    why: 'The visitor’s id at the service, to show their conversation again.',
    until: LEFT,
    file: 'slices/storedVisitor.ts',
    name: 'appUserId',
  },
  {
    key: 'ZD-….sessionToken',
    where: 'visitor',
    why: 'Proves to the service that this browser is that visitor’s. Never stored for a login by token.',
    until: LEFT,
    file: 'slices/storedVisitor.ts',
    name: 'sessionToken',
  },
  {
    key: 'ZD-….externalId',
    where: 'visitor',
    why: 'Whose token this browser was last logged in with, to recognize the same person.',
    until: LEFT,
    file: 'slices/storedVisitor.ts',
    name: 'externalId',
  },
  {
    key: 'ZD-….away',
    where: 'visitor',
    why: 'Whose token login this browser has had, while the page logs nobody in, so that what they have not sent waits for them.',
    until: LEFT,
    file: 'delivery/identity/followLogin.ts',
    name: 'away',
  },
  {
    key: 'ZD-….conversationStartedAt',
    where: 'visitor',
    why: 'When the conversation was started.',
    until: LEFT,
    file: 'slices/storedVisitor.ts',
    name: 'conversationStartedAt',
  },
  {
    key: 'ZD-….log',
    where: 'visitor',
    why: 'The end of the open conversation: its last 30 messages, or fewer where these are long, so that the next page shows them at once. Never anything unsent, and never of a link from an email. For a login by token they are shown once the page has told that it is the same person.',
    until: `${LEFT}, another person logs in, the desk refuses the visitor, or the conversation is removed; it is the first to go where the browser has no room`,
    file: 'delivery/receiving/kept.ts',
    name: '.log',
  },
  {
    key: 'ZD-….exit',
    where: 'visitor',
    why: 'Changes whenever a visitor logs out, so that all tabs do. It contains nothing about the visitor.',
    until: 'the browser’s data is cleared',
    file: 'slices/leavings.ts',
    name: 'exit',
  },
  {
    key: 'ZD-….startId',
    where: 'visitor',
    why: 'Makes a repeated start of a conversation, in any tab, return the same one.',
    until: 'the visitor logs out, or the page calls `resetWidget`',
    file: 'slices/storedVisitor.ts',
    name: 'startId',
  },
  {
    key: 'ZD-….creationId',
    where: 'visitor',
    why: 'Makes a repeated request for a new visitor return the same one.',
    until: 'the messenger has the answer, on this page or a later one',
    file: 'slices/storedVisitor.ts',
    name: 'creationId',
  },
  {
    key: 'ZD-….clientId',
    where: 'visitor',
    why: 'Distinguishes this browser from the visitor’s others, with each message.',
    until: 'the browser’s data is cleared',
    file: 'slices/storedVisitor.ts',
    name: 'clientId',
  },
  {
    key: 'ZD-….delivered',
    where: 'visitor',
    why: 'The newest message whose delivery was reported to the server.',
    until: LEFT,
    file: 'delivery/receiving/markDelivered.ts',
    name: '.delivered',
  },
  {
    key: 'ZD-….outbox.…',
    where: 'visitor',
    why: 'A message that is not sent yet, so that none is lost.',
    until: 'it is sent or removed; after a logout, until this visitor is back',
    file: 'delivery/sending/outbox.ts',
    name: '.outbox.',
  },
  {
    key: 'ZD-….draft.…',
    where: 'visitor',
    why: 'The text in the text box, to keep it over a reload.',
    until: 'it is sent or deleted, or the visitor logs out',
    file: 'conversation/composer/draftPlaces.ts',
    name: '.draft.',
  },
  {
    key: 'ZD-….nameless.…',
    where: 'visitor',
    why: 'Who wrote without a name while somebody’s login failed: id and token, for that person’s next login.',
    until: 'that person logs in',
    file: 'delivery/identity/leftVisitors.ts',
    name: '.nameless.',
  },
  {
    key: 'ZD-….leave',
    where: 'visitor',
    why: 'That the page has called `logoutUser` or `resetWidget` and was left before it was done, so that the next page does it.',
    until: 'the next page',
    file: 'loader/keepLeaving.ts',
    name: '.leave',
  },
  {
    key: 'ZD-….typed',
    where: 'visitor',
    why: 'What is typed before the messenger is there, to keep it over a reload.',
    until: 'the window’s content is there, or the visitor logs out',
    file: 'loader/keepTyped.ts',
    name: '.typed',
  },
  {
    key: 'ZD-….forms',
    where: 'visitor',
    why: 'What is filled into a form that is not sent yet.',
    until: `the form is sent; ${LEFT}`,
    file: 'features/forms/keepForms.ts',
    name: '.forms',
  },
  {
    key: 'ZD-emoji.recent',
    where: 'visitor',
    why: 'The emoji chosen last.',
    until: 'the browser’s data is cleared',
    file: 'features/emojiPicker/usedEmoji.ts',
    name: 'emoji.recent',
  },
  {
    key: 'ZD-….linked',
    where: 'tab',
    why: 'That a link from an email has opened the visitor’s conversation. Their id, token and forms are then the tab’s, too.',
    until: 'the tab is closed, the visitor logs in or out, or the page calls `resetWidget`',
    file: 'slices/storedVisitor.ts',
    name: 'linked',
  },
  {
    key: 'ZD-….seen',
    where: 'tab',
    why: 'The last logout that this tab knows of, so that one while the tab is elsewhere counts, too. It contains nothing about the visitor.',
    until: 'the tab is closed',
    file: 'slices/leavings.ts',
    name: 'seen',
  },
  {
    key: 'ZD-….left',
    where: 'tab',
    why: 'The last logout, where the browser’s storage has no room for it. It contains nothing about the visitor.',
    until: 'the tab is closed',
    file: 'slices/leavings.ts',
    name: 'left',
  },
  {
    key: 'ZD-emoji.tone',
    where: 'visitor',
    why: 'The skin tone chosen for hands.',
    until: 'the browser’s data is cleared',
    file: 'features/emojiPicker/usedEmoji.ts',
    name: 'emoji.tone',
  },
  {
    key: 'ZD-….attended',
    where: 'visitor',
    why: 'The time of the newest message with a sound or a notification, so that only one of several tabs has it.',
    until: 'the browser’s data is cleared',
    file: 'features/attention/attention.ts',
    name: 'attended',
  },
  {
    key: 'ZD-….previewed',
    where: 'visitor',
    why: 'The time of the newest message whose preview the visitor has closed, so that it is not shown again.',
    until: 'the browser’s data is cleared',
    file: 'features/unreadBadge/preview.ts',
    name: '.previewed',
  },
  {
    key: 'ZD-launcherLabelHidden',
    where: 'visitor',
    why: 'That the visitor has hidden the launcher’s label.',
    until: 'the browser’s data is cleared',
    file: 'features/launcherLabel/launcherLabel.ts',
    name: 'launcherLabelHidden',
  },
  {
    key: 'ZD-….notifications',
    where: 'visitor',
    why: 'That the visitor has asked for desktop notifications.',
    until: 'the visitor switches them off, or the browser’s data is cleared',
    file: 'features/attention/notifications.ts',
    name: 'notifications',
  },
  {
    key: 'ZD-soundDisabled',
    where: 'tab',
    why: 'That the visitor has switched the sound off.',
    until: 'the visitor switches it on, or the tab is closed',
    file: 'features/attention/attention.ts',
    name: 'soundDisabled',
  },
  {
    key: 'ZD-widgetOpen',
    where: 'tab',
    why: 'Whether the window is open, so that it is open on the next page, too.',
    until: 'the tab is closed',
    file: 'slices/router.ts',
    name: 'widgetOpen',
  },
  {
    key: 'ZD-windowEntry',
    where: 'tab',
    why: 'After a reload with the window open on a phone: which entry of the tab’s history was the window’s, so that Back does not stop there.',
    until: 'the window opens again, or the tab is closed',
    file: 'platform/windowEntry.ts',
    name: 'windowEntry',
  },
  {
    key: 'ZD-files',
    where: 'files',
    why: 'Files that are not uploaded yet, so that none is lost. The time of the last logout, where the browser’s storage has no room for it.',
    until: 'they are uploaded or removed; that time, until the browser’s data is cleared',
    file: 'platform/fileStore.ts',
    name: 'files',
  },
  ...HISTORY,
];

/**
 * @param {string} key a key of the browser's storage, or of the tab's if the browser's is full
 * @returns {Stored | undefined} its row
 */
export const rowOf = (key) =>
  STORED.find((row) => {
    const parts = row.key.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.+')}$`).test(key.replace(/^ZD-~/, 'ZD-'));
  });
