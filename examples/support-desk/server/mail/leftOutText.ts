import { MAX_TEXT } from '@porch/messenger/wire/message';
import { fillIn, type MailWords } from '../assets/mailWords';
import { cutText } from '../domain/clean';
import type { LeftOut } from './takeFiles';

const UNITS = ['byte', 'kilobyte', 'megabyte'] as const;

const sizeIn = (locale: string, bytes: number): string => {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const size = { style: 'unit', unit: UNITS[power], maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, size).format(bytes / 1000 ** power);
};

/** Says in the visitor's language which files of a mail are missing. */
export const leftOutText = (
  { locale, leftOut }: Pick<MailWords, 'locale' | 'leftOut'>,
  files: readonly Pick<LeftOut, 'name' | 'mediaType' | 'size'>[],
): string => {
  const names = files.map(({ name, mediaType, size }) => `${name || mediaType} (${sizeIn(locale, size)})`);
  return cutText(fillIn(leftOut, { files: names.join(', ') }), MAX_TEXT);
};
