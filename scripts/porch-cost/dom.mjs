/** Finds elements in a page, in its frames and in its shadow roots, closed ones included. */

/** @typedef {import('./measure/chromium.mjs').Session} Session */
/**
 * @typedef {object} Node as Chrome describes it
 * @property {number} nodeId
 * @property {number} nodeType
 * @property {string} localName
 * @property {string[]} [attributes] names and values, alternating
 * @property {Node[]} [children]
 * @property {Node[]} [shadowRoots]
 * @property {Node} [contentDocument]
 * @property {string} [shadowRootType]
 */
/**
 * @typedef {object} Found an element
 * @property {Node} node
 * @property {Found | undefined} parent its parent element, or the host or frame of its root
 * @property {Node} root its document or shadow root
 */

/** Separates the selectors of a path, one for each shadow root or frame on the way. */
export const HOP = ' >> ';

/** @param {Node} node @returns {Node | undefined} the root inside an element */
const inside = ({ shadowRoots = [], contentDocument }) =>
  shadowRoots.find(({ shadowRootType }) => shadowRootType !== 'user-agent') ?? contentDocument;

/** @param {Session} page @returns {Promise<Node>} the page's document */
export const readDocument = async (page) =>
  (await page.send('DOM.getDocument', { depth: -1, pierce: true })).root;

/** @param {Node} root @param {Found} [parent] @returns {Found[]} every element inside, in the page's order */
export const elementsIn = (root, parent) => {
  /** @param {Node} node @param {Found | undefined} around @returns {Found[]} */
  const visit = (node, around) => {
    if (node.nodeType !== 1) return [];
    const found = { node, parent: around, root };
    const within = inside(node);
    return [
      found,
      ...(within ? elementsIn(within, found) : []),
      ...(node.children ?? []).flatMap((child) => visit(child, found)),
    ];
  };
  return (root.children ?? []).flatMap((child) => visit(child, parent));
};

/** @param {Node} node @returns {Record<string, string>} */
export const attributesOf = ({ attributes = [] }) =>
  Object.fromEntries(attributes.flatMap((name, i) => (i % 2 === 0 ? [[name, attributes[i + 1] ?? '']] : [])));

/** @param {Session} page @param {Node} root @param {string} selector @returns {Promise<number[]>} */
const query = async (page, root, selector) =>
  (await page.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })).nodeIds;

/** @param {Session} page @param {number} nodeId @returns {Promise<{ x: number, y: number, width: number, height: number } | undefined>} its box in the window */
export const boxOf = async (page, nodeId) => {
  const { quads } = await page.send('DOM.getContentQuads', { nodeId }).catch(() => ({ quads: [] }));
  const [quad] = quads;
  if (!quad) return undefined;
  const [left, right] = [Math.min(quad[0], quad[4]), Math.max(quad[0], quad[4])];
  const [top, bottom] = [Math.min(quad[1], quad[5]), Math.max(quad[1], quad[5])];
  return { x: left, y: top, width: right - left, height: bottom - top };
};

/**
 * Finds the element at the end of a path. The first selector applies to the document, each other to the root inside the
 * element before.
 * @param {Session} page
 * @param {readonly string[]} path
 * @returns {Promise<number | undefined>} its node
 */
export const follow = async (page, path) => {
  const root = await readDocument(page);
  const all = elementsIn(root);
  /** @type {Node | undefined} */
  let at = root;
  /** @type {number | undefined} */
  let found;
  for (const selector of path) {
    found = at && (await query(page, at, selector))[0];
    const node = all.find(({ node: { nodeId } }) => nodeId === found)?.node;
    at = node && inside(node);
  }
  return found;
};

/**
 * Finds an element by selector anywhere in the page. Prefers one with a box.
 * @param {Session} page
 * @param {string} selector may be a path
 * @returns {Promise<Found | undefined>}
 */
export const findAnywhere = async (page, selector) => {
  const root = await readDocument(page);
  const all = elementsIn(root);
  /** @type {Node[]} */
  let roots = [root, ...new Set(all.map((one) => one.root))];
  /** @type {Found[]} */
  let matched = [];
  for (const part of selector.split('>>').map((text) => text.trim())) {
    const ids = new Set((await Promise.all(roots.map((one) => query(page, one, part)))).flat());
    matched = all.filter(({ node }) => ids.has(node.nodeId));
    roots = matched.flatMap(({ node }) => inside(node) ?? []);
  }
  const boxes = await Promise.all(matched.map(({ node }) => boxOf(page, node.nodeId)));
  return matched.find((_, i) => boxes[i]) ?? matched[0];
};

/** Names that a library generates for each page would not be found again. */
const MADE_UP = /\d{3,}|[0-9a-f]{8}|^:|^radix|^headless/i;

/** @param {string} value */
const quoted = (value) => `"${value.replace(/["\\]/g, '\\$&')}"`;

/** @param {Node} node @returns {string[]} selectors that may match it, the most specific first */
const candidates = (node) => {
  const { id, class: classes = '', ...others } = attributesOf(node);
  const names = ['role', 'title', 'name', 'aria-label', 'part', 'type'];
  const told = Object.entries(others).filter(
    ([name, value]) =>
      (names.includes(name) || name.startsWith('data-')) && value.length < 60 && !MADE_UP.test(value),
  );
  const tag = node.localName;
  return [
    ...(id && !MADE_UP.test(id) ? [`[id=${quoted(id)}]`] : []),
    ...(tag.includes('-') ? [tag] : []),
    ...told.map(([name, value]) => `${tag}[${name}=${quoted(value)}]`),
    ...classes
      .split(/\s+/)
      .filter((name) => /^[a-z][\w-]*$/i.test(name) && !MADE_UP.test(name))
      .map((name) => `${tag}.${name}`),
    tag,
  ];
};

/** @param {Found} found @returns {string} its position among its siblings, from the root */
const placeOf = ({ node, parent, root }) => {
  const around = parent && parent.root === root ? parent : undefined;
  const siblings = ((around?.node ?? root).children ?? []).filter(
    ({ nodeType, localName }) => nodeType === 1 && localName === node.localName,
  );
  const own = `${node.localName}:nth-of-type(${siblings.indexOf(node) + 1})`;
  return around ? `${placeOf(around)} > ${own}` : own;
};

/**
 * @param {Session} page
 * @param {Found} found
 * @returns {Promise<string[]>} the path that finds it again, in other visits too
 */
export const pathTo = async (page, found) => {
  let selector = placeOf(found);
  for (const candidate of candidates(found.node)) {
    const ids = await query(page, found.root, candidate).catch(() => []);
    if (ids.length !== 1 || ids[0] !== found.node.nodeId) continue;
    selector = candidate;
    break;
  }
  let host = found.parent;
  while (host && host.root === found.root) host = host.parent;
  return [...(host ? await pathTo(page, host) : []), selector];
};
