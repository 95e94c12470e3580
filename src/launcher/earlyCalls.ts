/** Made by `node scripts/callTables.mjs` from the table of calls in src/npm. */
/** `messenger.open` */
export const opens = (method: string) => /r\.o/.test(method);
/** `messenger.close` */
export const closes = (method: string) => /r\.c/.test(method);
/** `messenger.hide` */
export const hides = (method: string) => /r\.h/.test(method);
/** `messenger.show` */
export const shows = (method: string) => /r\.sh/.test(method);
/** `messenger.logoutUser`, `messenger.resetWidget` */
export const leaves = (method: string) => /tU|tW/.test(method);
/** `messenger:set.zIndex` */
export const setsZIndex = (method: string) => /\.z/.test(method);
/** `messenger:set.cookies` */
export const setsCookies = (method: string) => /ki/.test(method);
/** `messenger:set.customization` */
export const customizes = (method: string) => /cu/.test(method);
