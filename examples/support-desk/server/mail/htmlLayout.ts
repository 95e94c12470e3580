import type { Builder, Formatter, HtmlElement, HtmlToTextOptions } from 'html-to-text';

/** Elements that browsers show on their own lines, and html-to-text does not. */
const BLOCKS =
  'address body caption center dd details dialog dl dt fieldset figcaption figure hgroup html legend li search summary';
/** Elements that browsers show with space around them. */
const BOXES = ['button', 'option', 'select', 'textarea'];
const IS_BLOCK =
  /(?:^|;)\s*(?:display\s*:\s*(?:block|flex|grid|flow-root|list-item|table|table-row)|float\s*:\s*(?:left|right))\b(?!-)/i;
const IS_CELL = /(?:^|;)\s*display\s*:\s*table-cell\b/i;
const IS_BOX = /(?:^|;)\s*display\s*:\s*inline-(?:block|flex|grid|table)\b/i;
/** Boxes without space touch each other. */
const HAS_SPACE = /(?:^|;)\s*(?:margin|padding|border|(?:min-)?width)[a-z-]*\s*:[^;]*[1-9]/i;
/** Inputs that show no words. */
const WORDLESS = /^(?:checkbox|color|file|hidden|image|password|radio|range)$/i;

const block = (work: () => void, builder: Builder): void => {
  builder.openBlock({ leadingLineBreaks: 1 });
  work();
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const apart = (work: () => void, builder: Builder): void => {
  builder.addInline(' ');
  work();
  builder.addInline(' ');
};

/** Shows an element according to its style. */
const byStyle = ({ attribs }: HtmlElement, builder: Builder, work: () => void): void => {
  const style = attribs?.style ?? '';
  if (IS_BLOCK.test(style)) block(work, builder);
  else if (IS_CELL.test(style) || (IS_BOX.test(style) && HAS_SPACE.test(style))) apart(work, builder);
  else work();
};

const box: Formatter = ({ children = [] }, walk, builder) => apart(() => walk(children, builder), builder);

const styled: Formatter = (element, walk, builder) =>
  byStyle(element, builder, () => walk(element.children ?? [], builder));

const link: Formatter = (element, walk, builder, options) =>
  byStyle(element, builder, () => builder.options.formatters.anchor?.(element, walk, builder, options));

const typed: Formatter = ({ attribs: { type = '', value = '' } = {} }, _walk, builder) => {
  if (!WORDLESS.test(type)) apart(() => builder.addInline(value), builder);
};

/** List items with explicit numbers, or counted down. html-to-text handles the others, and those with letters. */
const counted: Formatter = (element, walk, builder, options) => {
  const { attribs = {}, children = [], parent } = element;
  const items = children.filter(({ name }) => name === 'li');
  const isPlain = attribs.reversed === undefined && items.every((item) => item.attribs?.value === undefined);
  if (isPlain || /^[ai]$/i.test(attribs.type ?? '')) {
    builder.options.formatters.orderedList?.(element, walk, builder, options);
    return;
  }
  const step = attribs.reversed === undefined ? 1 : -1;
  let next = Number.parseInt(attribs.start ?? '', 10);
  if (Number.isNaN(next)) next = step === 1 ? 1 : items.length;
  const isNested = parent?.name === 'li';
  const lineBreaks = isNested ? 1 : 2;
  const rows = children.flatMap((child) => {
    if (child.name !== 'li')
      return child.type === 'text' && !child.data?.trim() ? [] : [{ child, prefix: '' }];
    const own = Number.parseInt(child.attribs?.value ?? '', 10);
    const number = Number.isNaN(own) ? next : own;
    next = number + step;
    return [{ child, prefix: `${isNested ? '' : ' '}${number}. ` }];
  });
  if (rows.length === 0) return;
  const maxPrefixLength = rows.reduce((most, { prefix }) => Math.max(most, prefix.length), 0);
  builder.openList({ leadingLineBreaks: lineBreaks, maxPrefixLength });
  for (const { child, prefix } of rows) {
    builder.openListItem({ prefix });
    walk([child], builder);
    builder.closeListItem();
  }
  builder.closeList({ trailingLineBreaks: lineBreaks });
};

/** Separates words that a browser shows apart. */
export const formatters: Record<string, Formatter> = { box, styled, link, typed, counted };

const LINES = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const LIST = { itemPrefix: ' * ', leadingLineBreaks: 2, trailingLineBreaks: 2 };

export const selectors: HtmlToTextOptions['selectors'] = [
  { selector: '*', format: 'styled' },
  ...BLOCKS.split(' ').map((selector) => ({ selector, format: 'block', options: LINES })),
  ...BOXES.map((selector) => ({ selector, format: 'box' })),
  ...['dir', 'menu'].map((selector) => ({ selector, format: 'unorderedList', options: LIST })),
  { selector: 'ol', format: 'counted', options: LIST },
  { selector: 'input', format: 'typed' },
  { selector: 'q', format: 'inlineSurround', options: { prefix: '“', suffix: '”' } },
  { selector: 'a', format: 'link', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
];
