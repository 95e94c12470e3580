import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Codes, chainOf } from '../../../../locales/chain.mjs';
import { DEFAULT_LOCALE, isLanguageTag, matchLocale } from '../../../../src/i18n/match';
import type { LauncherWords } from '../../../../src/wire/config';

/** The locale chosen for a visitor, and the launcher's words in it; without a file the widget's own words stand. */
export type LauncherLocale = { locale: string; words?: Partial<LauncherWords> };

export type LocaleWords = (wanted: { query?: string; header?: string }) => LauncherLocale;

const MAX_TAGS = 20;
/** What browsers send has a tenth of it. */
const MAX_HEADER = 1000;

/** The tags of an Accept-Language header, best first; those with q=0 are left out. */
const tagsOf = (header: string): string[] =>
  header
    .slice(0, MAX_HEADER)
    .split(',', MAX_TAGS)
    .map((part) => {
      // Trimmed one by one: a pattern with spaces on both sides takes time that grows with their square.
      const [tag = '', ...params] = part.split(';').map((piece) => piece.trim());
      const q = Number(params.find((p) => p.startsWith('q='))?.slice(2) ?? 1);
      return { tag, q };
    })
    .filter(({ tag, q }) => q > 0 && isLanguageTag(tag))
    .sort((a, b) => b.q - a.q)
    .map(({ tag }) => tag);

/**
 * Reads the launcher's words from the locale files in `folder`, each once. The page's `?locale=` wins over the browser's languages; matching is SPEC.md section 5 'Locale'.
 */
export const createLocaleWords = (folder: string): LocaleWords => {
  const files = new Map<string, Partial<LauncherWords>>();
  let codes: Codes | undefined;

  const readJson = (name: string): unknown => {
    try {
      return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
    } catch {
      // No file, or none that can be read: the words the widget carries are used.
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
      hide: word('launcher.hide_label'),
    };
  };

  const wordsOf = (code: string): Partial<LauncherWords> | undefined => {
    const held = files.get(code);
    if (held) return held;
    const found = read(code);
    if (found) files.set(code, found);
    return found;
  };

  const choose = (tags: string[]): string => {
    const all = Object.keys(known());
    for (const tag of tags) {
      const code = matchLocale(tag, all);
      if (code !== DEFAULT_LOCALE || /^en\b/i.test(tag)) return code;
    }
    return DEFAULT_LOCALE;
  };

  return ({ query, header }) => {
    const asked = query && isLanguageTag(query) ? [query] : tagsOf(header ?? '');
    const locale = choose(asked);
    const words = wordsOf(locale);
    return words ? { locale, words } : { locale: DEFAULT_LOCALE, words: wordsOf(DEFAULT_LOCALE) };
  };
};
