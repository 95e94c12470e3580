import { fileSize } from '@porch/messenger/i18n/fileSize';
import { MAX_TEXT } from '@porch/messenger/wire/message';
import { cutText } from '../model/clean';
import { fillIn, type MailWords } from '../words/mailWords';
import type { LeftOut } from './takeFiles';

/** The names of files that are missing. */
export const namesOf = (files: readonly Pick<LeftOut, 'name' | 'mediaType'>[]): string =>
  cutText(files.map(({ name, mediaType }) => name || mediaType).join(', '), MAX_TEXT);

/** Lists the missing files of an email, in the visitor's language. */
export const leftOutText = (
  { locale, leftOut }: Pick<MailWords, 'locale' | 'leftOut'>,
  files: readonly Pick<LeftOut, 'name' | 'mediaType' | 'size'>[],
): string => {
  const names = files.map(({ name, mediaType, size }) => `${name || mediaType} (${fileSize(locale, size)})`);
  return cutText(fillIn(leftOut, { files: names.join(', ') }), MAX_TEXT);
};
