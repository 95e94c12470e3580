import type { Hit } from './search';

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
};

/** The text with the found words marked. */
const marked = (text: string, found: readonly string[]): (string | Node)[] => {
  const escaped = found.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (escaped.length === 0) return [text];
  const longestFirst = escaped.sort((a, b) => b.length - a.length).join('|');
  return text
    .split(new RegExp(`(${longestFirst})`, 'gi'))
    .map((part, i) => (i % 2 === 1 ? element('mark', '', part) : part));
};

/** @param root the path from this page to `/docs/` */
export const resultItem = ({ address, page, title, excerpt, found }: Hit, root: string): HTMLLIElement => {
  const link = element('a', '');
  link.href = root + address || './';
  link.append(
    element('span', 'title', ...marked(title, found)),
    ...(title === page ? [] : [element('span', 'page', page)]),
    element('span', 'excerpt', ...marked(excerpt, found)),
  );
  return element('li', '', link);
};

/** The text for screen readers, also shown above the results. */
export const countOf = (count: number, words: string): string => {
  if (count === 0) return `Nothing found for “${words}”. Try another word, or the name of a call or setting.`;
  return count === 1 ? '1 result' : `${count} results`;
};
