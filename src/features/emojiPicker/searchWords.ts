/** The file of each language's search words; those of English are beside the emoji (`data.ts`). */
const FILES: Readonly<Record<string, () => Promise<{ WORDS: string }>>> = {
  ar: () => import('./words/emoji-ar'),
  bg: () => import('./words/emoji-bg'),
  ca: () => import('./words/emoji-ca'),
  cs: () => import('./words/emoji-cs'),
  da: () => import('./words/emoji-da'),
  de: () => import('./words/emoji-de'),
  el: () => import('./words/emoji-el'),
  es: () => import('./words/emoji-es'),
  et: () => import('./words/emoji-et'),
  fa: () => import('./words/emoji-fa'),
  fi: () => import('./words/emoji-fi'),
  fil: () => import('./words/emoji-fil'),
  fr: () => import('./words/emoji-fr'),
  he: () => import('./words/emoji-he'),
  hi: () => import('./words/emoji-hi'),
  hr: () => import('./words/emoji-hr'),
  hu: () => import('./words/emoji-hu'),
  id: () => import('./words/emoji-id'),
  is: () => import('./words/emoji-is'),
  it: () => import('./words/emoji-it'),
  ja: () => import('./words/emoji-ja'),
  ko: () => import('./words/emoji-ko'),
  lt: () => import('./words/emoji-lt'),
  lv: () => import('./words/emoji-lv'),
  ms: () => import('./words/emoji-ms'),
  nl: () => import('./words/emoji-nl'),
  no: () => import('./words/emoji-no'),
  pl: () => import('./words/emoji-pl'),
  pt: () => import('./words/emoji-pt'),
  'pt-br': () => import('./words/emoji-pt-br'),
  ro: () => import('./words/emoji-ro'),
  ru: () => import('./words/emoji-ru'),
  sk: () => import('./words/emoji-sk'),
  sl: () => import('./words/emoji-sl'),
  sr: () => import('./words/emoji-sr'),
  sv: () => import('./words/emoji-sv'),
  th: () => import('./words/emoji-th'),
  tr: () => import('./words/emoji-tr'),
  uk: () => import('./words/emoji-uk'),
  ur: () => import('./words/emoji-ur'),
  vi: () => import('./words/emoji-vi'),
  'zh-cn': () => import('./words/emoji-zh-cn'),
  'zh-tw': () => import('./words/emoji-zh-tw'),
};

/**
 * Loads the search words of a locale: those of its own, else of its language.
 * @returns one text an emoji, in the picker's order; undefined for English, for a language without words, and where
 * the file cannot be loaded
 */
export const loadSearchWords = async (locale: string): Promise<readonly string[] | undefined> => {
  const load = FILES[locale] ?? FILES[locale.replace(/-.*/, '')];
  return load?.().then(
    ({ WORDS }) => WORDS.split(','),
    () => undefined,
  );
};
