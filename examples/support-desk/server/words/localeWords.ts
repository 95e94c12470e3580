import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLanguageTag } from '@porch/messenger/i18n/languageTag';
import { DEFAULT_LOCALE } from '@porch/messenger/i18n/locale';
import { matchLocale } from '@porch/messenger/i18n/match';
import type { LauncherWords } from '@porch/messenger/wire/config';
import { type Codes, chainOf } from '../../../../locales/chain.mjs';

/**
 * The visitor's locale and the launcher's labels in it. Without `words` the widget uses its built-in labels.
 */
export type LauncherLocale = { locale: string; words?: Partial<LauncherWords> };

export type LocaleWords = (wanted: {
  query?: string;
  header?: string;
  /** The locales that visitors may get; by default all of them. */
  offered?: readonly string[];
  /** The locale for languages that are not offered. */
  fallback?: string;
}) => LauncherLocale;

const MAX_TAGS = 20;
/** Limits the work for one header. Real browsers send about a tenth of this. */
const MAX_HEADER = 1000;

/** The tags of an Accept-Language header, best first; those with q=0 are left out. */
const tagsOf = (header: string): string[] =>
  header
    .slice(0, MAX_HEADER)
    .split(',', MAX_TAGS)
    .map((part) => {
      // Trim each piece: a pattern with spaces on both sides takes quadratic time.
      const [tag = '', ...params] = part.split(';').map((piece) => piece.trim());
      const q = Number(params.find((p) => p.startsWith('q='))?.slice(2) ?? 1);
      return { tag, q };
    })
    .filter(({ tag, q }) => q > 0 && isLanguageTag(tag))
    .sort((a, b) => b.q - a.q)
    .map(({ tag }) => tag);

/**
 * Reads the launcher's labels from the locale files in `folder`, each file once. The page's `?locale=` overrides the
 * browser's languages. A language tag is matched to a locale by the widget's own rule, `matchLocale`.
 */
export const createLocaleWords = (folder: string): LocaleWords => {
  const files = new Map<string, Partial<LauncherWords>>();
  let codes: Codes | undefined;

  const readJson = (name: string): unknown => {
    try {
      return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
    } catch {
      // The file is missing or unreadable: use the widget's built-in labels.
      return undefined;
    }
  };

  const known = (): Codes => {
    codes ??= (readJson('codes') as Codes | undefined) ?? {};
    return codes;
  };

  const read = (code: string): Partial<LauncherWords> | undefined => {
    const parts = chainOf(code, known()).map(readJson);
    if (parts.includes(undefined)) return undefined;
    const json = Object.assign({}, ...parts) as Record<string, unknown>;
    const word = (key: string) => (typeof json[key] === 'string' ? (json[key] as string) : undefined);
    return {
      open: word('launcher_open'),
      close: word('launcher_close'),
      window: word('frame_home'),
      failed: word('initial_conversation_request_failed'),
      retry: word('retry'),
      write: word('composer_label'),
      send: word('composer_send'),
      hide: word('launcher.hide_label'),
      campaign: word('campaign.message'),
      dismiss: word('message.dismiss'),
    };
  };

  const wordsOf = (code: string): Partial<LauncherWords> | undefined => {
    const held = files.get(code);
    if (held) return held;
    const found = read(code);
    if (found) files.set(code, found);
    return found;
  };

  const choose = (tags: string[], offered: readonly string[] | undefined, fallback: string): string => {
    const all = offered ?? Object.keys(known());
    for (const tag of tags) {
      const code = matchLocale(tag, all);
      // The default is also used for an unknown language.
      if (code !== DEFAULT_LOCALE || (/^en\b/i.test(tag) && all.includes(code))) return code;
    }
    return fallback;
  };

  return ({ query, header, offered, fallback = DEFAULT_LOCALE }) => {
    const asked = query && isLanguageTag(query) ? [query] : tagsOf(header ?? '');
    const locale = choose(asked, offered, fallback);
    const words = wordsOf(locale);
    return words ? { locale, words } : { locale: DEFAULT_LOCALE, words: wordsOf(DEFAULT_LOCALE) };
  };
};
