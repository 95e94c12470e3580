import { ROWS } from './rows';

/** Which rows run: with `PAGES=all` all of them, with a part of a name those that have it, else those of every run. */
const { PAGES = '' } = process.env;
export const CHOSEN = ROWS.filter(({ name, everyRun }) =>
  PAGES === '' ? everyRun : PAGES === 'all' || name.includes(PAGES),
);
