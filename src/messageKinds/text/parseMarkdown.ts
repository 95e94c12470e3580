import { addressesAsLetters } from '../../model/links';
import { safeUrl } from '../../model/validation';

/** A run of formatted text, or an item of a list. */
export type Inline =
  | string
  | { tag: 'strong' | 'em' | 'code' | 'li'; children: Inline[] }
  | { href: string; children: Inline[] };

/** A paragraph or a list; `dir` is that of a block of code, `start` the number a list begins with. */
export type Block = { tag: 'p' | 'ul' | 'ol'; children: Inline[]; dir?: 'ltr' | 'auto'; start?: number };

/**
 * The deepest nesting, and the most nodes (runs, lists and items). Source beyond these limits is shown as it
 * is written.
 */
const DEEPEST = 3;
export const MOST_NODES = 250;

type Budget = { left: number };

/**
 * A link with an optional title, or a picture, which is drawn as a link: its `!` does not end a word. The label may have brackets in pairs, and its
 * address parentheses in pairs or a pair of `<>` around it.
 */
const LINK =
  /(?:(?<![^\s(\\])!)?\[((?:[^[\]\n]|\[[^[\]\n]{0,100}\]){0,300})\]\((?:<([^<>\n]{1,2000})>|((?:[^()\s<>]|\([^()\s<>]{0,300}\)){1,2000}))(?: +["'(][^"'()\n]{0,300}["')])?\)/y;
/**
 * A pair of marks around words of one line; the next mark of its kind closes it. A mark is text beside numbers,
 * symbols, the characters of keys, addresses and paths, and letters of scripts whose words have spaces around them. A
 * single star follows a space, and a single `_` a space, bracket or quote. Stars around one letter are text.
 */
const PAIR =
  /(?:(?<!\S)(?=\*\p{L})|(?<![^\s\p{Ps}\p{Pi}\p{Pf}])(?=_(?!_))|(?<![\p{LC}\p{N}\p{sc=Hebr}\p{S}*_\\/#@&%-])(?=\*\*|`))(([*_`])\2{0,2})(?!\2|\p{LC}\*|[\s\p{Pe}]|(?<!`)[.,;:!?/\\])((?:(?!(?<!\2)\1(?!\2)).)*[^\s\p{Ps}\p{Pd}])(?<!\2|[/\\](?=[*_]))\1(?!\2)(?!\.?[\p{LC}\p{N}\p{sc=Hebr}\p{S}*_\\/#@&%]|\()/uy;
const SIGN = /[\\*_`![]/g;

/**
 * Parses inline formatting. Each character is examined a bounded number of times, as a mark ends with the next of its
 * kind. A backslash before a mark makes it text; any other backslash stays.
 */
const inline = (text: string, budget: Budget, depth = 0): Inline[] => {
  const out: Inline[] = [];
  // As long as the text. The characters of an address are no marks. The rules ignore the backslash before an escaped
  // mark.
  const marks = addressesAsLetters(text).replace(/(.?)\\(?=[*_`])/g, (_, before) => before + (before || ' '));
  let plain = 0;
  let at = 0;
  const take = (end: number, ...nodes: Inline[]): boolean => {
    if (at > plain) out.push(text.slice(plain, at));
    out.push(...nodes);
    budget.left -= nodes.length;
    at = end;
    plain = end;
    return true;
  };
  const link = (begin: number): boolean => {
    LINK.lastIndex = begin;
    const [whole = '', label = '', pointed, plain] = LINK.exec(text) ?? [];
    const url = pointed ?? plain ?? '';
    const href = whole && safeUrl(url);
    if (!href) return false;
    if (begin > at) return take(begin + 1, whole.slice(0, 1));
    const children = label.trim() ? inline(label, budget, depth + 1) : [url];
    return take(begin + whole.length, { href, children });
  };
  const marked = (begin: number): boolean => {
    PAIR.lastIndex = begin;
    const [whole = '', mark = '', sign, within = ''] = PAIR.exec(marks) ?? [];
    if (!/[\p{L}\p{N}]/u.test(within)) return false;
    const from = begin + mark.length;
    const to = from + within.length;
    const words = text.slice(from, to);
    const isCode = sign === '`';
    if (begin > at || (!isCode && words.endsWith('\\'))) {
      const bare = (signs: string) => signs.replaceAll('\\', '');
      const nodes = inline(words.replace(/\\$/, ''), budget, depth + 1);
      return take(
        to + mark.length,
        bare(text.slice(begin, from)),
        ...nodes,
        bare(text.slice(to, to + mark.length)),
      );
    }
    const children = isCode ? [words] : inline(words, budget, depth + 1);
    const node: Inline = { tag: isCode ? 'code' : mark[1] ? 'strong' : 'em', children };
    const isBoth = !isCode && mark[2];
    if (isBoth) budget.left -= 1;
    return take(begin + whole.length, isBoth ? { tag: 'em', children: [node] } : node);
  };
  while (depth < DEEPEST && budget.left > 0) {
    SIGN.lastIndex = at;
    if (!SIGN.test(text)) break;
    at = SIGN.lastIndex - 1;
    const begin = text[at] === '\\' ? at + 1 : at;
    if (!(link(begin) || marked(begin))) at += 1;
  }
  if (plain < text.length) out.push(text.slice(plain));
  return out;
};

/** A fenced block of code with its indent, its fence, its code and its end; otherwise a line. */
const LINES = /^(?:( *)(`{3,5})(?!`)[\w+#.-]* *(\n[\s\S]*?)??(\n *\2[` ]*$|(?![\s\S]))|.*)/gm;
/** A line with an escape and the mark of a list or heading, or with the number of an item, and its words. */
const MARKED = /^ {0,3}(?:(\\?)([-*]|#{2,6})|([1-9]?\d)\.)\s+(?![-*_\s]+$)(\S.*)$/;
/** An item of a list whose words have a letter before any number. */
const ITEM = /^ {0,3}\\?([-*])[ \t]+[^\p{L}\p{N}\n]*\p{L}/gmu;

/**
 * Parses the safe part of Markdown that messages use into data. Characters that may be meant literally are no markup,
 * and unknown syntax stays text.
 * @param most the most nodes to create
 */
export const parseMarkdown = (source: string, most = MOST_NODES): Block[] => {
  const text = source
    .replace(/\r\n?/g, '\n')
    .trimEnd()
    .replace(/^\s*\n/, '');
  const items = [...text.matchAll(ITEM)].map(([, sign]) => sign);
  // A single line is no list, and may be a signature, a footnote or a sum.
  const lists = ['-', '*'].filter((sign) => items.indexOf(sign) < items.lastIndexOf(sign));
  const budget = { left: most };
  const blocks: Block[] = [];
  let lines: string[] = [];
  let list: Block | undefined;
  const add = (block: Block) => {
    blocks.push(block);
    budget.left -= 1;
    return block;
  };
  const flush = () => {
    const words = lines.join('\n');
    if (words) add({ tag: 'p', children: inline(words, budget) });
    lines = [];
  };
  for (const [line, indent, , code, end] of text.matchAll(LINES)) {
    if (budget.left <= 0) {
      lines.push(line);
      continue;
    }
    const [, backslash, sign = '', number, words = ''] = MARKED.exec(line) ?? [];
    const isHeading = sign.length > 1;
    const isMark = isHeading || number !== undefined || lists.includes(sign);
    const isMarked = isMark && !backslash;
    const isItem = isMarked && !isHeading;
    // An unclosed block of code is shown with its first line.
    const own = code?.trim() && (end ? code.replaceAll(`\n${indent}`, '\n').slice(1) : line);
    if (line.trim() && !isItem) list = undefined;
    if (isMarked || own || !line.trim()) flush();
    else lines.push(isMark ? line.replace('\\', '') : line);
    if (isItem) {
      const tag = number ? 'ol' : 'ul';
      const isNext = list?.tag === tag && (!number || +number === (list.start ?? 0) + list.children.length);
      if (!list || !isNext) list = add({ tag, children: [], start: number ? +number : undefined });
      budget.left -= 1;
      list.children.push({ tag: 'li', children: inline(words, budget) });
    } else if (isMarked || own) {
      budget.left -= 1;
      add({
        tag: 'p',
        dir: own ? 'ltr' : undefined,
        children: [
          own ? { tag: 'code', children: [own] } : { tag: 'strong', children: inline(words, budget, 1) },
        ],
      });
    }
  }
  flush();
  return blocks;
};
