export const messengerFeatures = {
  /** The look beyond three colors. */
  appearance: () => import('./features/appearance/appearance'),
  /** Sends reports to the account's host. */
  errorReports: () => import('./features/errorReports/errorReports'),
  /** Moves what is stored under the desk's former integration. */
  formerIntegration: () => import('./features/formerIntegration/formerIntegration'),
  hostCalls: () => import('./features/hostCalls/hostCalls'),
  /** The number of unread messages on the launcher. */
  unreadBadge: () => import('./features/unreadBadge/unreadBadge'),
};
