import { DEFAULT_LOCALE } from '@porch/messenger/i18n/locale';
import * as v from 'valibot';
import codes from '../../../../../locales/codes.json';

/** The code of a locale that the messenger has. */
export const localeCode = v.pipe(
  v.string(),
  v.check((name) => Object.hasOwn(codes, name), 'must be one of the locales in locales/codes.json'),
);

/** The locales that visitors may get. They do not limit the page's own `set locale` call. */
export const localesSchema = v.pipe(
  v.strictObject({
    /** All of them by default. */
    offered: v.optional(
      v.pipe(v.array(localeCode), v.minLength(1, 'must have at least one locale'), v.maxLength(500)),
    ),
    /** For visitors whose languages are not offered. */
    fallback: v.optional(localeCode, DEFAULT_LOCALE),
  }),
  v.forward(
    v.check(
      ({ offered, fallback }) => !offered || offered.includes(fallback),
      'must be one of the offered locales',
    ),
    ['fallback'],
  ),
);
