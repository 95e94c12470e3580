import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchLocale } from '@porch/messenger/i18n/match';
import { type Codes, chainOf } from '../../../../locales/chain.mjs';

/**
 * What a visitor reads whose call nobody took, in their language: the text that the screen of the call shows.
 * @param folder the messenger's texts, a file for each locale
 */
export const createNoAnswerText = (folder: string) => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  return (locale: string | null): string => {
    const codes = read('codes') as Codes;
    const chain = chainOf(matchLocale(locale ?? '', Object.keys(codes)), codes);
    return (Object.assign({}, ...chain.map(read)) as Record<string, string>)['voice.no_answer'] ?? '';
  };
};
