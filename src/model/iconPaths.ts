/** The icon of closing, as path data on a 20 px grid with a stroke of 1.75. */
export const CLOSE_PATH = 'M5 5l10 10M15 5L5 15';
