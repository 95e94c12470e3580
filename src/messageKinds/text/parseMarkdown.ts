import { addressAt } from '../../model/links';
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
 * A link with an optional title, or a picture, which is drawn as a link. Its label may have brackets in pairs, and its
 * address parentheses in pairs or a pair of `<>` around it.
 */
const LINK =
  /!?\[((?:[^[\]\n]|\[[^[\]\n]{0,100}\]){0,300})\]\((?:<([^<>\n]{1,2000})>|((?:[^()\s<>]|\([^()\s<>]{0,300}\)){1,2000}))(?: +(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|\([^()\n]{0,300}\)))?\)/y;
/** An address as a link. */
const AUTOLINK = /<((?:https?:\/\/|mailto:|tel:)[^\s<>]{1,2000})>/iy;
/** Marks before a space are no emphasis. */
const MARK = /([*_`])\1{0,2}(?!\1|\s|$)/y;
/**
 * Parses inline formatting. Each character is examined a bounded number of times, as an unclosed mark is
 * searched for once only.
 */
const inline = (text: string, budget: Budget, depth = 0): Inline[] => {
  const out: Inline[] = [];
  const open = new Set<string>();
  let plain = 0;
  let at = 0;
  const take = (end: number, node: Inline) => {
    if (at > plain) out.push(text.slice(plain, at));
    out.push(node);
    budget.left -= 1;
    at = end;
    plain = end;
  };
  const link = (): boolean => {
    LINK.lastIndex = at;
    const [whole = '', label = '', pointed, plain] = LINK.exec(text) ?? [];
    const url = pointed ?? plain ?? '';
    const href = whole && safeUrl(url);
    if (!href) return false;
    take(at + whole.length, { href, children: label ? inline(label, budget, depth + 1) : [url] });
    return true;
  };
  const autolink = (): boolean => {
    AUTOLINK.lastIndex = at;
    const [whole = '', url = ''] = AUTOLINK.exec(text) ?? [];
    const href = whole && safeUrl(url);
    if (!href) return false;
    take(at + whole.length, { href, children: [url] });
    return true;
  };
  /** The signs of an address are no emphasis. */
  const address = (): boolean => {
    const length = addressAt(text, at);
    at += length;
    return length > 0;
  };
  const marked = (): boolean => {
    MARK.lastIndex = at;
    const [mark = '', char] = MARK.exec(text) ?? [];
    if (!char || open.has(mark)) return false;
    const begin = at + mark.length;
    const end = text.indexOf(mark, begin + 1);
    const after = end + mark.length;
    if (end < 0) open.add(mark);
    // Underscores inside a word and marks after a space are no emphasis.
    const around = text.slice(at - 1, at) + text.slice(after, after + 1);
    if (end < 0 || /\s/.test(text[end - 1] ?? '') || (char === '_' && /[\p{L}\p{N}]/u.test(around)))
      return false;
    const inner = text.slice(begin, end);
    if (char === '`') take(after, { tag: 'code', children: [inner] });
    else {
      const children = inline(inner, budget, depth + 1);
      const node: Inline = { tag: mark[1] ? 'strong' : 'em', children };
      take(after, mark[2] ? { tag: 'em', children: [node] } : node);
      if (mark[2]) budget.left -= 1;
    }
    return true;
  };
  while (at < text.length) {
    if (depth >= DEEPEST || budget.left <= 0) break;
    if (!(address() || autolink() || link() || marked())) at += 1;
  }
  if (plain < text.length) out.push(text.slice(plain));
  return out;
};

/** A fenced block of code with its indent, its fence and its code, which may run to the end; else a line. */
const LINES = /^(?:( *)(`{3,}|~{3,})[^`\n]*(\n[\s\S]*?)??(?:\n *\2[`~ ]*$|(?![\s\S]))|.*)/gm;
const ITEM = /^ {0,3}(?:([-*+])|(\d{1,9})[.)])\s+(\S.*)$/;
const HEADING = /^ {0,3}#{1,6}\s+(\S.*)$/;

/**
 * Parses the safe part of Markdown that messages use into data; unknown syntax stays text.
 * @param most the most nodes to create
 */
export const parseMarkdown = (source: string, most = MOST_NODES): Block[] => {
  const text = source.replace(/\r\n?/g, '\n').trim();
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
  for (const [line, indent, , code] of text.matchAll(LINES)) {
    if (budget.left <= 0) {
      lines.push(line);
      continue;
    }
    const [, bullet, number, words] = ITEM.exec(line) ?? [];
    const heading = HEADING.exec(line)?.[1];
    const own = code?.trim() && code.replaceAll(`\n${indent}`, '\n').slice(1);
    if (line.trim() && !words) list = undefined;
    if (words || heading || own || !line.trim()) flush();
    else lines.push(line);
    if (words) {
      const tag = bullet ? 'ul' : 'ol';
      if (list?.tag !== tag) list = add({ tag, children: [], start: number ? +number : undefined });
      budget.left -= 1;
      list.children.push({ tag: 'li', children: inline(words, budget) });
    } else if (heading || own) {
      budget.left -= 1;
      add({
        tag: 'p',
        dir: own ? 'ltr' : undefined,
        children: [
          heading
            ? { tag: 'strong', children: inline(heading, budget, 1) }
            : { tag: 'code', children: [own ?? ''] },
        ],
      });
    }
  }
  flush();
  return blocks;
};
