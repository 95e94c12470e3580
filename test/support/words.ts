import english from '../../locales/en-us.json';
import { createWords, type Words } from '../../src/i18n/words';

/** The English words of `locales/`. A missing word fails the test. */
export const englishWords = (): Words =>
  createWords('en-us', english, (message) => {
    throw new Error(message);
  });
