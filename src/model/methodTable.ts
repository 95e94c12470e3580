/** Made by `node scripts/callTables.mjs` from the table of calls in src/npm. */
export const FACTOR = 994;
export const SIZE = 1935;
export const STEPS = '._mb3K4$ZFn=06;ZA90.Pq5$f{%&2`/{<8$8$b>852)2m)/?%T2:%-tEyAk@';
