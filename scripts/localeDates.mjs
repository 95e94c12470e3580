/**
 * Browsers do not know every language. For the dates of some, Chrome has only numbers and English (`M03 4`); for others
 * it has the data of a similar language, with other plural forms. Locales of such languages bring the missing words in
 * their own file.
 */

/** Languages without date words in Chrome. */
export const WITHOUT_DATES = ['az', 'bs', 'kk', 'pa', 'uz'];
/** Languages unknown to Chrome: dates and plural forms follow the visitor's other language. */
export const UNKNOWN = ['eu', 'gl', 'hy', 'is', 'ka', 'mk', 'mn', 'ne', 'sq'];

const FORMS = ['zero', 'one', 'two', 'few', 'many'];

/**
 * Adds every plural form that another language may choose.
 * @param {import('./locales.mjs').Words} words
 * @returns {import('./locales.mjs').Words}
 */
export const withEachForm = (words) =>
  Object.fromEntries(
    Object.entries(words).map(([key, value]) => {
      if (typeof value === 'string') return [key, value];
      const { other = '' } = value;
      return [key, { ...Object.fromEntries(FORMS.map((form) => [form, other])), ...value }];
    }),
  );

/**
 * Completes the browser's dates in one language. Changes nothing if the browser has the words.
 * @param {string} code
 * @param {string[]} months
 * @param {Record<string, string>} days
 */
function complete(code, months, days) {
  /** @type {any} */
  const formats = Intl;
  const text = (/** @type {string} */ written) =>
    days[written] ??
    written.replace(/(\d{4} )?M(\d\d) (\d+)(, \w+)?/, (_, year, month, day) =>
      `${day} ${months[month - 1]} ${year ?? ''}`.trim(),
    );
  for (const kind of ['DateTimeFormat', 'RelativeTimeFormat']) {
    const Format = formats[kind];
    formats[kind] = class extends Format {
      constructor(/** @type {string} */ locale, /** @type {object} */ options) {
        super(locale, options);
        const format = this.format.bind(this);
        const value = (/** @type {unknown[]} */ ...given) => text(format(...given));
        if (locale === code) Object.defineProperty(this, 'format', { value });
      }
    };
  }
}

/**
 * The script that does so in the messenger's realm, before the words load.
 * @param {string} code
 */
export const datesScript = (code) => {
  const month = new Intl.DateTimeFormat(code, { month: 'short', timeZone: 'UTC' });
  const months = Array.from({ length: 12 }, (_, i) => month.format(Date.UTC(2026, i, 1)));
  const relative = new Intl.RelativeTimeFormat(code, { numeric: 'auto' });
  const days = { today: relative.format(0, 'day'), yesterday: relative.format(-1, 'day') };
  const source = complete.toString().replace(/\/\*.*?\*\/|\n\s*/g, '');
  return `(${source})(${JSON.stringify(code)},${JSON.stringify(months)},${JSON.stringify(days)});`;
};
