/** The features that the messenger loads on demand. Each resolves with the function that creates the feature. */

/** The look beyond three colours. */
export const loadAppearance = () =>
  import('./features/appearance/appearance').then((file) => file.createAppearance);

/** The calls of the publisher's page. */
export const loadHostCalls = () =>
  import('./features/hostCalls/hostCalls').then((file) => file.createHostCalls);

/** The number of unread messages on the launcher. */
export const loadUnreadBadge = () =>
  import('./features/unreadBadge/unreadBadge').then((file) => file.createUnreadBadge);
