import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchLocale } from '@porch/messenger/i18n/match';
import { type Codes, chainOf } from '../../../../locales/chain.mjs';

/** A text of the messenger that the desk sends as a message: about a call, or in place of a deleted message. */
type Key = 'voice.no_answer' | 'voice.frame' | 'growing.deleted';

/** A text of the messenger in the visitor's language. */
export type VisitorText = (key: Key, locale: string | null) => string;

/** @param folder the messenger's texts, a file for each locale */
export const createVisitorText = (folder: string): VisitorText => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  return (key, locale) => {
    const codes = read('codes') as Codes;
    const chain = chainOf(matchLocale(locale ?? '', Object.keys(codes)), codes);
    return (Object.assign({}, ...chain.map(read)) as Record<string, string>)[key] ?? '';
  };
};
