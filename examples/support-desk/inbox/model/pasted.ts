import { parseMarkdown } from '@porch/messenger/messageKinds/text/parseMarkdown';
import { safeUrl } from '@porch/messenger/model/validation';

/** Tags of web pages and word processors that format words. */
const SIGNS: Readonly<Record<string, string>> = {
  B: '**',
  STRONG: '**',
  I: '_',
  EM: '_',
  CODE: '`',
  KBD: '`',
  SAMP: '`',
};
/** Tags that begin and end a line. */
const BLOCKS = new Set(
  'P DIV H1 H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE TABLE TR PRE SECTION ARTICLE HEADER FOOTER HR DL DT DD'.split(
    ' ',
  ),
);
const LEFT_OUT = new Set('SCRIPT STYLE TEMPLATE TITLE NOSCRIPT HEAD META LINK SVG OBJECT'.split(' '));
/** The most nodes and the deepest nesting to read. */
const MOST_NODES = 20_000;
const DEEPEST = 60;

/** Marks the end of a line or a paragraph until the text is complete: adjacent ends count once. */
const LINE = '\ue000';
const PARAGRAPH = '\ue001';
/** Marks formatted words until their neighbors are known. */
const OPEN = '\ue002';
const CLOSE = '\ue003';

/** The words of an item or a heading, on one line. */
const inOneLine = (words: string): string => words.replace(/[\s\ue000\ue001]+/g, ' ').trim();

/** Puts marks around words, inside the spaces around them: marks before a space are not formatting. */
const around = (words: string, sign: string): string => {
  const [, lead = '', inner = '', trail = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(words) ?? [];
  // Formatting ends with its line, and is not nested in the same formatting.
  const isPlain = inner === '' || /[\n\ue000\ue001]/.test(inner) || inner.includes(sign);
  return isPlain ? words : lead + OPEN + sign + inner + sign + CLOSE + trail;
};

const linkOf = (element: Element, words: string): string => {
  const href = safeUrl(element.getAttribute('href') ?? '');
  const label = words.trim();
  if (!href || !label || /[[\]\n\ue000\ue001]/.test(label) || /[\s()<>]/.test(href)) return words;
  return label === href || label === href.replace(/\/$/, '') ? label : `[${label}](${href})`;
};

/** Google Docs and Word mark bold text by styles, and wrap all of it in a `b` that is not bold. */
const signOf = (element: Element): string | undefined => {
  const style = (element.getAttribute('style') ?? '').toLowerCase().replaceAll(' ', '');
  if (/font-weight:(?:normal|[1-4]00)/.test(style)) return undefined;
  if (SIGNS[element.tagName]) return SIGNS[element.tagName];
  if (/font-weight:(?:bold|[6-9]00)/.test(style)) return '**';
  return /font-style:italic/.test(style) ? '_' : undefined;
};

/** Writes nodes as Markdown. Empty lines at the end are removed. */
const createWriter = () => {
  let left = MOST_NODES;
  const markOf = (item: Element): string => {
    const list = item.parentElement;
    if (list?.tagName !== 'OL') return '- ';
    const first = Number(list.getAttribute('start') ?? 1) || 1;
    return `${first + [...list.children].indexOf(item)}. `;
  };
  const write = (node: Node, depth: number, isCode: boolean): string => {
    left -= 1;
    if (left < 0 || depth > DEEPEST) return '';
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.nodeValue ?? '';
      return isCode ? text : text.replace(/[\s\ue000-\ue003]+/g, ' ');
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return '';
    const element = node as Element;
    const tagName = element.tagName.toUpperCase();
    if (LEFT_OUT.has(tagName)) return '';
    if (tagName === 'BR') return '\n';
    const inCode = isCode || tagName === 'PRE';
    const words = [...element.childNodes].map((child) => write(child, depth + 1, inCode)).join('');
    if (tagName === 'A') return linkOf(element, words);
    if (tagName === 'PRE')
      return `${PARAGRAPH}\`\`\`\n${words.replace(/^\n|\n$/g, '').replaceAll('`', '')}\n\`\`\`${PARAGRAPH}`;
    if (tagName === 'LI') return LINE + markOf(element) + inOneLine(words) + LINE;
    if (tagName === 'TD' || tagName === 'TH') return `${words.trim()} `;
    if (/^H[1-6]$/.test(tagName)) return PARAGRAPH + around(inOneLine(words), '**') + PARAGRAPH;
    if (BLOCKS.has(tagName)) {
      const end = tagName === 'P' ? PARAGRAPH : LINE;
      return end + words + end;
    }
    const sign = isCode ? undefined : signOf(element);
    return sign ? around(words, sign) : words;
  };
  return write;
};

const FORMATTED = /\ue002(\*\*|_|`)([^\ue002\ue003]*)\1\ue003/;
/** The character beside formatted words, unless it is a mark around them. */
const BEFORE = /(?<!\ue002(?:\*\*|_|`))[^\ue002\ue003]$/;
const AFTER = /^(?!(?:\*\*|_|`)\ue003)[^\ue002\ue003]{1,2}/;

/** Removes marks that would not be formatting, such as those inside a word. */
const settle = (text: string): string => {
  let done = text;
  for (let left = MOST_NODES; left > 0; left -= 1) {
    const found = FORMATTED.exec(done);
    if (!found) break;
    const [whole, sign = '', words = ''] = found;
    const [before, after] = [done.slice(0, found.index), done.slice(found.index + whole.length)];
    const formatted = sign + words + sign;
    const [near, next] = [BEFORE.exec(before)?.[0] ?? '', AFTER.exec(after)?.[0] ?? ''];
    const nodes = parseMarkdown(near + formatted + next)[0]?.children ?? [];
    done = before + (nodes.every((node) => typeof node === 'string') ? words : formatted) + after;
  }
  return done.replace(/[\ue002\ue003]/g, '');
};

/** Turns the marked ends into line breaks and blank lines, except in blocks of code. */
const tidy = (text: string): string =>
  text
    .split(/(```\n[\s\S]*?\n```)/)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : settle(
            part
              .replaceAll('\u00a0', ' ')
              // Two adjacent runs of bold words are one.
              .replaceAll(`**${CLOSE}${OPEN}**`, '')
              .replace(/[ \n\ue000\ue001]*[\ue000\ue001][ \n\ue000\ue001]*/g, (ends) =>
                ends.includes(PARAGRAPH) ? '\n\n' : '\n',
              )
              .replace(/ *\n */g, '\n'),
          ),
    )
    .join('')
    .trim();

/** Whether pasted HTML has anything that plain text would lose. */
const isFormatted = (page: Document): boolean =>
  [...page.body.querySelectorAll('*')].some((element) =>
    /^(?:A|UL|OL|PRE|H[1-6])$/.test(element.tagName)
      ? element.textContent?.trim()
      : signOf(element) !== undefined,
  );

/**
 * Converts pasted HTML: bold, italics, links, lists and code become Markdown, which the reply previews. The rest
 * becomes plain text.
 * @returns `undefined` without such formatting: the browser then pastes the plain text
 */
export const pastedMarkdown = (clipboard: Pick<DataTransfer, 'getData'> | null): string | undefined => {
  const html = clipboard?.getData('text/html');
  if (!html) return undefined;
  // This kind of document runs no scripts and loads nothing.
  const page = new DOMParser().parseFromString(html, 'text/html');
  if (!isFormatted(page)) return undefined;
  return tidy(createWriter()(page.body, 0, false)) || undefined;
};
