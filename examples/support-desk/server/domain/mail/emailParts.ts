import type { MailWords } from '../../words/mailWords';

const TAB = '    ';

/**
 * Text for an email's HTML, with its line breaks, indents and columns: programs collapse spaces, but not non-breaking
 * ones. The last of several may break.
 */
export const escaped = (text: string): string =>
  text
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll('\t', TAB)
    .replace(/^ | (?= )/gm, '&#160;')
    .replaceAll('\n', '<br>');

/** An email's HTML in the direction of its language. @param parts HTML */
export const htmlOf = ({ locale }: Pick<MailWords, 'locale'>, parts: readonly string[]): string => {
  const direction = /^(ar|fa|he|ur)\b/.test(locale) ? 'rtl' : 'ltr';
  return [
    `<div lang="${locale}" dir="${direction}" style="font:16px/24px sans-serif">`,
    ...parts,
    '</div>',
  ].join('\n');
};
