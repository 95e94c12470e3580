import { type Block, type Inline, parseMarkdown } from '@porch/messenger/messageKinds/text/parseMarkdown';
import { cleanText } from '@porch/messenger/model/validation';

const isText = (node: Inline): node is string => typeof node === 'string';

/** Formatted text as plain text, for clients without Markdown, for emails and for lists. */
const plainOf = (node: Inline): string => {
  if (isText(node)) return node;
  const words = node.children.map(plainOf).join('');
  return 'href' in node && words !== node.href ? `${words} (${node.href})` : words;
};

const plainBlock = ({ tag, children, start = 1 }: Block): string =>
  tag === 'p'
    ? children.map(plainOf).join('')
    : children.map((item, i) => `${tag === 'ol' ? `${start + i}.` : '-'} ${plainOf(item)}`).join('\n');

const plainOfBlocks = (blocks: readonly Block[]): string => blocks.map(plainBlock).join('\n\n');

export const plainText = (markdown: string): string => plainOfBlocks(parseMarkdown(markdown));

/** What to send for an agent's reply: the text alone or, if it has formatting or escapes, plain text and the Markdown. */
export const replyBody = (written: string): { text: string; markdownText?: string } => {
  const text = cleanText(written) ?? '';
  const blocks = parseMarkdown(text);
  const plain = plainOfBlocks(blocks);
  const hasFormat = !blocks.every(({ tag, dir, children }) => tag === 'p' && !dir && children.every(isText));
  const isAsWritten = !hasFormat && plain.replace(/\s/g, '') === text.replace(/\s/g, '');
  return isAsWritten ? { text } : { text: plain, markdownText: text };
};

/** The ways to format a reply: a pair of marks around the selection, or a mark before each of its lines. */
export type Format = 'bold' | 'italic' | 'code' | 'link' | 'bullets' | 'numbers';

type Selected = { text: string; start: number; end: number };

const SIGNS = { bold: '**', italic: '_', code: '`' } as const;

/** The placeholder for a link's address, which is selected to be replaced. */
const ADDRESS = 'https://';

const WORD = /[\p{LC}\p{M}\p{N}]/u;

/** The selection, extended to whole words: marks inside a word would not be formatting. */
const wholeWords = ({ text, start, end }: Selected): Selected => {
  const isInside = (at: number) => WORD.test(text[at - 1] ?? '') && WORD.test(text[at] ?? '');
  let [from, to] = [start, end];
  while (isInside(from)) from -= 1;
  while (isInside(to)) to += 1;
  return { text, start: from, end: to };
};

/** Puts marks around the selection, or removes them if they are already there. */
const around = (selected: Selected, sign: string): Selected => {
  const { text, start, end } = wholeWords(selected);
  const size = sign.length;
  const [before, inner, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  if (before.endsWith(sign) && after.startsWith(sign))
    return { text: before.slice(0, -size) + inner + after.slice(size), start: start - size, end: end - size };
  // Marks before a space would not be formatting.
  const [, lead = '', words = '', trail = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner) ?? [];
  const from = start + lead.length + size;
  return { text: before + lead + sign + words + sign + trail + after, start: from, end: from + words.length };
};

const ITEM = /^(?:[-*]|\d{1,9}\.)\s+/;

/** Makes the selected lines the items of a list, or plain lines again. */
const listed = ({ text, start, end }: Selected, numbers: boolean): Selected => {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  const rows = text.slice(from, to).split('\n');
  const kind = numbers ? /^\d/ : /^[-*]/;
  const isList = rows.every((row) => ITEM.test(row) && kind.test(row));
  const next = rows
    .map((row, i) => {
      const words = row.replace(ITEM, '');
      return isList ? words : `${numbers ? `${i + 1}.` : '-'} ${words}`;
    })
    .join('\n');
  const caret = from + next.length;
  return { text: text.slice(0, from) + next + text.slice(to), start: caret, end: caret };
};

/** Makes the selection the label of a link, and selects the address to be typed. */
const linked = ({ text, start, end }: Selected): Selected => {
  const words = text.slice(start, end);
  const href = /^https?:\/\/\S+$/.test(words) ? words : ADDRESS;
  const label = href === words ? '' : words;
  const from = start + label.length + 3;
  const made = `[${label}](${href})`;
  const next = text.slice(0, start) + made + text.slice(end);
  // Selects the missing part: the label of an address, or the address of a label.
  return label
    ? { text: next, start: from, end: from + href.length }
    : { text: next, start: start + 1, end: start + 1 };
};

/** Formats the selected part of a reply. @returns the new text and its selection */
export const format = (selected: Selected, how: Format): Selected => {
  if (how === 'link') return linked(selected);
  if (how === 'bullets' || how === 'numbers') return listed(selected, how === 'numbers');
  return around(selected, SIGNS[how]);
};
