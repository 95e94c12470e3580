/** Made by `node scripts/callTables.mjs` from the table of calls in src/npm. */
export const FACTOR = 126;
export const SIZE = 1943;
export const STEPS = '8J08P/-1?UtMVhT&1<1i/7D09~$F2v%&Z8Fu]3]($N0%V?8]8L8p?F9IDI(6';
