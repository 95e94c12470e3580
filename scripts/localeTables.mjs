/** The data of `localeRules.mjs`: what is right in each language. */

/** Rows by locale, or by language for all its locales. @template Row @typedef {Record<string, Row>} Table */

/** @param {string} code */
export const languageOf = (code) => /** @type {string} */ (code.split('-')[0]);

/**
 * The row of a locale: its own, that of the nearest locale it inherits from, or that of its language.
 * @template Row
 * @param {Table<Row>} table
 * @param {string[]} codes the locale and those it inherits from, the nearest first
 * @returns {Row | undefined}
 */
export const rowOf = (table, codes) => {
  const name = [...codes, languageOf(/** @type {string} */ (codes[0]))].find((code) => code in table);
  return name === undefined ? undefined : table[name];
};

/**
 * The scripts of languages that use more than Latin. The Uzbek letter ʻ belongs to no script.
 * @type {Table<string[]>}
 */
export const SCRIPTS = {
  ar: ['Arabic'],
  bg: ['Cyrillic'],
  bn: ['Bengali'],
  el: ['Greek'],
  fa: ['Arabic'],
  gu: ['Gujarati'],
  he: ['Hebrew'],
  hi: ['Devanagari'],
  hy: ['Armenian'],
  ja: ['Han', 'Hiragana', 'Katakana'],
  ka: ['Georgian'],
  kk: ['Cyrillic'],
  kn: ['Kannada'],
  ko: ['Hangul'],
  mk: ['Cyrillic'],
  ml: ['Malayalam'],
  mn: ['Cyrillic'],
  mr: ['Devanagari'],
  ne: ['Devanagari'],
  pa: ['Gurmukhi'],
  ru: ['Cyrillic'],
  sr: ['Cyrillic'],
  'sr-latn': ['Latin'],
  ta: ['Tamil'],
  te: ['Telugu'],
  th: ['Thai'],
  uk: ['Cyrillic'],
  ur: ['Arabic'],
  uz: ['Latin', 'Common'],
  zh: ['Han'],
};

/** Latin words that languages of other scripts use unchanged: names, units and abbreviations. */
export const LATIN_EVERYWHERE = ['AI', 'MB', 'QR'];
/** @type {Table<string[]>} */
export const LATIN_WORDS = { el: ['email', 'emoji'] };

/** Letters of the same script that belong to other languages. @type {Table<RegExp>} */
export const OTHER_LETTERS = {
  ar: /[\u06a9\u06cc\u06af\u0686\u067e]/u,
  bg: /[ыэёіїєґ]/iu,
  bn: /[\u09f0\u09f1]/u,
  'de-ch': /ß/u,
  fa: /[\u0643\u064a\u0649]/u,
  gl: /[çãõâêô]/iu,
  kk: /[їєґў]/iu,
  mk: /[ћђйщъыьэюяёіїє]/iu,
  mn: /[іїєґәғқңұһў]/iu,
  mr: /\u093c/u,
  ne: /\u093c/u,
  ro: /[\u015e\u015f\u0162\u0163]/u,
  ru: /[іїєґ]/iu,
  sr: /[йщъыьэюяёіїє]/iu,
  uk: /[ыэъё]/iu,
  ur: /[\u0643\u064a\u0649]/u,
  uz: /[wçşğıöüə‘’]/iu,
  'zh-cn': /[們這對話傳輸開關顯無請載檔圖]/u,
  'zh-tw': /[们这对话传输开关显无请载档图]/u,
};

/** Pronouns and imperatives of the form of address that a language's texts avoid. @type {Table<string[]>} */
export const OTHER_ADDRESS = {
  az: ['sən', 'sənin', 'sənə', 'səni'],
  bg: ['ти', 'теб', 'твоя', 'твоето', 'твоите'],
  bn: ['তুমি', 'তোমার', 'তোমাকে', 'তুই'],
  bs: ['ti', 'tebe', 'tvoj', 'tvoja', 'tvoje'],
  ca: ['tu', 'vostè', 'vostès'],
  cs: ['ty', 'tebe', 'tobě', 'tvoje', 'tvůj'],
  da: ['De', 'Dem', 'Deres'],
  de: ['du', 'dich', 'dir', 'dein', 'deine', 'deinem', 'deinen', 'deiner', 'euch', 'euer', 'eure'],
  el: ['εσύ', 'σου'],
  es: ['usted', 'ustedes', 'vosotros', 'vos'],
  'es-ar': [
    'tú',
    'ti',
    'contigo',
    'usted',
    'ustedes',
    'vosotros',
    'puedes',
    'quieres',
    'tienes',
    'vuelves',
    'dejas',
    'toca',
    'haz',
    'escribe',
    'escríbenos',
    'elige',
    'ingresa',
    'inténtalo',
    'suelta',
    'responde',
    'continúa',
    'llámanos',
    'permite',
    'permítelo',
    'conecta',
    'escanea',
    'confirma',
  ],
  et: ['sina', 'sinu', 'sulle'],
  eu: ['hi', 'hik', 'zuek'],
  fi: ['te', 'teidän'],
  fr: ['tu', 'te', 'toi', 'ton', 'ta', 'tes'],
  gl: ['vostede', 'vostedes', 'vós'],
  gu: ['તું', 'તારું', 'તારી', 'તારો', 'તને'],
  hr: ['ti', 'tebe', 'tvoj', 'tvoja', 'tvoje'],
  hu: ['te', 'téged', 'neked'],
  hy: ['դու', 'քո', 'քեզ'],
  id: ['kamu', 'kau'],
  it: ['Lei', 'Suo', 'Sua', 'Suoi', 'Sue'],
  ka: ['შენ', 'შენი', 'შენს'],
  kk: ['сен', 'сенің', 'саған', 'сені'],
  kn: ['ನೀನು', 'ನಿನ್ನ', 'ನಿನಗೆ'],
  lt: ['tu', 'tavo', 'tau', 'tave'],
  lv: ['tu', 'tavs', 'tava', 'tevi'],
  mk: ['ти', 'тебе', 'твој', 'твоја', 'твое', 'твоите'],
  ml: ['നീ', 'നിന്റെ', 'നിനക്ക്', 'താങ്കൾ'],
  mn: ['чи', 'чиний', 'чамд'],
  mr: ['तू', 'तुझा', 'तुझी', 'तुझे', 'तुला', 'आपण'],
  ms: ['awak', 'kamu'],
  ne: ['तँ', 'तेरो', 'तिमी', 'तिम्रो', 'तिमीलाई'],
  nl: ['u', 'uw'],
  no: ['De', 'Dem', 'Deres'],
  pa: ['ਤੂੰ', 'ਤੇਰਾ', 'ਤੇਰੀ', 'ਤੇਰੇ', 'ਤੈਨੂੰ'],
  pl: ['Pan', 'Pani', 'Państwo', 'Państwa'],
  pt: ['tu', 'ti', 'teu', 'tua', 'teus', 'tuas'],
  ro: [
    'tu',
    'tine',
    'ție',
    'tău',
    'ta',
    'tăi',
    'tale',
    'alege',
    'introdu',
    'închide',
    'încearcă',
    'descarcă',
    'mărește',
    'micșorează',
    'șterge',
  ],
  ru: ['ты', 'тебя', 'тебе', 'твой', 'твоя', 'твоё', 'твои', 'твоего'],
  sk: ['ty', 'teba', 'tebe', 'tvoj', 'tvoja', 'tvoje'],
  sl: ['ti', 'tebe', 'tvoj', 'tvoja', 'tvoje'],
  sq: ['ti', 'ty', 'yt', 'jote'],
  sr: ['ти', 'тебе', 'твој', 'твоја', 'твоје'],
  'sr-latn': ['ti', 'tebe', 'tvoj', 'tvoja', 'tvoje'],
  ta: ['நீ', 'உன்', 'உனது', 'உனக்கு'],
  te: ['నువ్వు', 'నీ', 'నీకు'],
  tr: ['sen', 'senin', 'seni', 'sana'],
  uk: ['ти', 'тебе', 'тобі', 'твій', 'твоя', 'твоє', 'твої'],
  uz: ['sen', 'sening', 'senga', 'seni'],
  'zh-cn': ['你'],
  'zh-tw': ['你'],
};

/** Languages without spaces between words. A letter may touch an inserted value. */
export const UNSPACED = ['ja', 'th', 'zh'];
/** Letters that are joined to the next word, such as Arabic “and”. @type {Table<string>} */
export const PREFIXES = { ar: 'وبلكف' };
/** Languages that join particles to the word before. */
export const PARTICLES = ['bn', 'gu', 'ko'];

/** Languages with full-width punctuation. */
export const FULL_WIDTH = ['ja', 'zh'];

/** Languages with a space before an ellipsis that replaces words. */
export const SPACE_BEFORE_ELLIPSIS = ['da', 'de', 'et', 'is', 'no', 'sl', 'sv'];

/** The opening and the closing quotation marks of languages that do not use “”. @type {Table<string>} */
export const QUOTES = {
  ar: '«»',
  bg: '„“',
  bs: '„”',
  ca: '«»',
  cs: '„“',
  da: '””',
  de: '„“',
  'de-ch': '«»',
  el: '«»',
  es: '«»',
  'es-419': '“”',
  et: '„“',
  eu: '«»',
  fa: '«»',
  fi: '””',
  fr: '«»',
  gl: '«»',
  he: '״״',
  hi: '‘’',
  hr: '„”',
  hu: '„”',
  hy: '«»',
  is: '„“',
  ja: '「」',
  ka: '„“',
  kk: '«»',
  ko: '‘’',
  lt: '„“',
  lv: '„”',
  mk: '„“',
  nl: '‘’',
  no: '«»',
  pl: '„”',
  pt: '«»',
  'pt-br': '“”',
  ro: '„”',
  ru: '«»',
  sk: '„“',
  sl: '»«',
  sr: '„“',
  'sr-latn': '„”',
  sv: '””',
  uk: '«»',
  'zh-tw': '「」',
};

/** @param {string} text */
const list = (text) => text.split(' ');

/** The locales in which the correct text for a key equals the English one. @type {Table<string[]>} */
export const LIKE_ENGLISH = {
  'author.bot': list(
    'az bs ca cs da de es-419 es eu fil fr gl hr hu id it ms nl no pl pt-br pt ro sk sl sq sr-latn sv tr uz vi',
  ),
  'author.ai': list('bs cs da fil hr id ja ko ms nl pl sk sr sr-latn sv sw th vi'),
  'growing.stop': ['da'],
  'announce.file': ['fil', 'it'],
  'announce.form': ['fil', 'tr'],
  'voice.frame': ['fil'],
  log_name: ['fr-ca', 'fr'],
  'list.name': ['fr-ca', 'fr'],
  'references.title': ['fr-ca', 'fr'],
  header_options: ['fr-ca', 'fr'],
  'announce.image': ['fr-ca', 'fr'],
  'channel.via': list('fr-ca fr nl pt-br pt'),
};
