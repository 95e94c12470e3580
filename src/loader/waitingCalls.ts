/** Made by `node scripts/callTables.mjs` from the table of calls in src/npm. */
/** Settings, subscriptions, `close`, `hide`, `show` and the calls of the classic widget do not fetch the messenger. */
export const WAITING = /cl|hi|ho|:s|:on|bW/;

/** `messenger.logoutUser`, `messenger.resetWidget` */
export const LEAVING = /tU|tW/;
