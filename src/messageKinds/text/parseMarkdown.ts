import { safeUrl } from '../../model/validation';

/** A run of formatted text. */
export type Inline =
  | string
  | { tag: 'strong' | 'em' | 'code'; children: Inline[] }
  | { href: string; children: Inline[] };

/** A paragraph or a list; `start` is the number a list begins with. */
export type Block = { tag: 'p'; children: Inline[] } | { tag: 'ul' | 'ol'; start: number; items: Inline[][] };

/**
 * The deepest nesting, and the most nodes (runs, lists and items). Source beyond these limits is shown as it
 * is written.
 */
const DEEPEST = 3;
export const MOST_NODES = 250;

type Budget = { left: number };

const LINK = /\[([^[\]\n]{1,300})\]\(([^()\s]{1,2000})\)/y;
const MARKS = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['*', 'em'],
  ['_', 'em'],
  ['`', 'code'],
] as const;
const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char);

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
    if (text[at] !== '[') return false;
    LINK.lastIndex = at;
    const [whole = '', label = '', url = ''] = LINK.exec(text) ?? [];
    const href = whole && safeUrl(url);
    if (!href) return false;
    take(at + whole.length, { href, children: inline(label, budget, depth + 1) });
    return true;
  };
  const marked = (): boolean => {
    const [mark, tag] = MARKS.find(([m]) => text.startsWith(m, at)) ?? [];
    if (!mark || !tag || open.has(mark)) return false;
    const begin = at + mark.length;
    // Underscores inside a word and marks before a space are no emphasis.
    if (/^\s|^$/.test(text.slice(begin, begin + 1)) || (mark[0] === '_' && isWord(text[at - 1])))
      return false;
    const end = text.indexOf(mark, begin + 1);
    if (end < 0) {
      open.add(mark);
      return false;
    }
    if (/\s/.test(text[end - 1] ?? '') || (mark[0] === '_' && isWord(text[end + mark.length]))) return false;
    const inner = text.slice(begin, end);
    take(end + mark.length, { tag, children: tag === 'code' ? [inner] : inline(inner, budget, depth + 1) });
    return true;
  };
  while (at < text.length) {
    if (depth >= DEEPEST || budget.left <= 0) break;
    if (!(link() || marked())) at += 1;
  }
  if (plain < text.length) out.push(text.slice(plain));
  return out;
};

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
  let current: Extract<Block, { items: Inline[][] }> | undefined;
  const flush = () => {
    if (lines.length > 0) blocks.push({ tag: 'p', children: inline(lines.join('\n'), budget) });
    if (lines.length > 0) budget.left -= 1;
    lines = [];
  };
  for (const line of text.split('\n')) {
    if (budget.left <= 0) {
      lines.push(line);
      continue;
    }
    const [, bullet, number, words] = ITEM.exec(line) ?? [];
    if (words !== undefined) {
      flush();
      const tag = bullet ? 'ul' : 'ol';
      if (current?.tag !== tag) {
        current = { tag, start: Number(number ?? 1), items: [] };
        blocks.push(current);
      }
      current.items.push(inline(words, budget));
      budget.left -= 1;
      continue;
    }
    if (!line.trim()) {
      flush();
      continue;
    }
    current = undefined;
    const heading = HEADING.exec(line)?.[1];
    if (heading) {
      flush();
      budget.left -= 2;
      blocks.push({ tag: 'p', children: [{ tag: 'strong', children: inline(heading, budget, 1) }] });
    } else {
      lines.push(line);
    }
  }
  flush();
  return blocks;
};
