import { readFileSync } from 'node:fs';
import { createWords, type Dictionary, type Words } from '../../src/i18n/words';

/** The English words of `locales/`; a missing one fails the test. */
export const englishWords = (): Words =>
  createWords(
    'en-us',
    JSON.parse(readFileSync(new URL('../../locales/en-us.json', import.meta.url), 'utf8')) as Dictionary,
    (message) => {
      throw new Error(message);
    },
  );
