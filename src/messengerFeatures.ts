import type { MessengerRows } from './conversation/featureRow';

/** The features of the messenger: one row each. `load` resolves with the function that creates the feature. */
export const messengerFeatures = {
  /** The look beyond three colours. */
  appearance: {
    load: () => import('./features/appearance/appearance').then((file) => file.createAppearance),
  },
  /** Sends reports to the account's host. */
  errorReports: { load: () => import('./features/errorReports/errorReports') },
  /** The calls of the publisher's page, with the commands that other features declare. */
  hostCalls: { load: () => import('./features/hostCalls/hostCalls').then((file) => file.createHostCalls) },
  /** The number of unread messages on the launcher. */
  unreadBadge: {
    load: () => import('./features/unreadBadge/unreadBadge').then((file) => file.createUnreadBadge),
  },
} satisfies MessengerRows;
