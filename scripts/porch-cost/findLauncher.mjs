/** Finds what opens an embed, for any embed. */
import { attributesOf, boxOf, elementsIn, readDocument } from './dom.mjs';
import { WINDOW } from './measure/chromium.mjs';

/** @typedef {import('./measure/chromium.mjs').Session} Session */
/** @typedef {import('./dom.mjs').Found} Found */
/**
 * @typedef {object} Seen an element as a visitor sees it
 * @property {string} tag
 * @property {string} words its label and the names in its attributes
 * @property {string} role
 * @property {boolean} isPointed whether the pointer becomes a hand over it
 * @property {boolean} isPlaced whether it, or an element around it, keeps its place when the page scrolls
 * @property {boolean} takesText
 * @property {{ x: number, y: number, width: number, height: number }} box
 */

const NAMES = /chat|messag|support|help|launch|open|bubble|contact|talk|widget|feedback|ask/i;
const CLOSES = /close|dismiss|schlie|fermer|cerrar|minimi/i;
/** The sizes of a launcher: larger than a speck, smaller than a panel, px. */
const LEAST = 16;
const MOST = 360;
/** The largest distance of a corner from an edge, px. */
const CORNER = 140;
/** The least score of a launcher: it is clickable, and has one more sign. */
const ENOUGH = 4;

/** @param {Seen} seen @returns {number} how much it looks like a launcher; 0 if it cannot be one */
export const scoreOf = ({ tag, words, role, isPointed, isPlaced, box }) => {
  const isButton = /^(button|a|summary)$/.test(tag) || /button|link/.test(role);
  const [small, large] = [Math.min(box.width, box.height), Math.max(box.width, box.height)];
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const isShown = x > 0 && y > 0 && x < WINDOW.width && y < WINDOW.height;
  if (!(isButton || isPointed) || !isShown || small < LEAST || large > MOST) return 0;
  const fromEdge = Math.min(x, WINDOW.width - x);
  const score =
    (isButton ? 2 : 0) +
    (isPointed ? 1 : 0) +
    (NAMES.test(words) ? 2 : 0) +
    (isPlaced ? 3 : 0) +
    (fromEdge < CORNER && y > WINDOW.height / 2 ? 1 : 0) +
    (large <= 120 ? 1 : 0) -
    (CLOSES.test(words) ? 4 : 0);
  return score >= ENOUGH ? score : 0;
};

/** Runs on an element; the page gets only its source text. @this {Element} */
function lookAt() {
  const style = getComputedStyle(this);
  const isSeen = this.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const takesText =
    (this.matches('textarea') || (this.matches('input') && /^(text|search|email|)$/.test(this.type))
      ? !this.disabled && !this.readOnly
      : this.matches('[contenteditable]:not([contenteditable=false])')) && !this.closest('[inert]');
  return {
    isSeen,
    isPointed: style.cursor === 'pointer',
    isPlaced: /fixed|sticky/.test(style.position),
    takesText,
    text: (this.textContent ?? '').trim().slice(0, 60),
  };
}

/** @param {Found} found @returns {string} a signature that is the same on each page */
const signatureOf = ({ node }) => `${node.localName} ${(node.attributes ?? []).join(' ')}`;

/** @param {readonly Found[]} elements @returns {Map<string, number>} how often each signature occurs */
export const countElements = (elements) => {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const one of elements) {
    const signature = signatureOf(one);
    counts.set(signature, (counts.get(signature) ?? 0) + 1);
  }
  return counts;
};

/**
 * @param {readonly Found[]} elements of the page with the embed
 * @param {Map<string, number>} alone of the page without
 * @returns {Found[]} what the embed added
 */
export const addedTo = (elements, alone) => {
  const left = new Map(alone);
  return elements.filter((one) => {
    const signature = signatureOf(one);
    const count = left.get(signature) ?? 0;
    left.set(signature, count - 1);
    return count <= 0;
  });
};

/** No embed needs more elements to show its launcher or a text box. */
const MOST_ELEMENTS = 3000;

/**
 * @param {Session} page
 * @param {Map<string, number>} alone
 * @returns {Promise<{ found: Found, seen: Seen }[]>} the visible elements that the embed added
 */
const lookAtAdded = async (page, alone) => {
  const added = addedTo(elementsIn(await readDocument(page)), alone).slice(0, MOST_ELEMENTS);
  /** @type {Map<Found, boolean>} */
  const placed = new Map();
  /** @type {{ found: Found, seen: Seen }[]} */
  const all = [];
  for (const found of added) {
    const { nodeId, localName: tag } = found.node;
    const resolved = await page.send('DOM.resolveNode', { nodeId }).catch(() => undefined);
    if (!resolved) continue;
    const { result } = await page.send('Runtime.callFunctionOn', {
      objectId: resolved.object.objectId,
      functionDeclaration: String(lookAt),
      returnByValue: true,
    });
    if (!result.value) continue;
    const { isSeen, isPointed, isPlaced, takesText, text } = result.value;
    placed.set(found, isPlaced || (found.parent && placed.get(found.parent)));
    const box = isSeen && (await boxOf(page, nodeId));
    if (!box) continue;
    const attributes = attributesOf(found.node);
    const words = [text, ...Object.values(attributes)].join(' ');
    const role = attributes.role ?? '';
    const isStill = placed.get(found) ?? false;
    all.push({ found, seen: { tag, words, role, isPointed, isPlaced: isStill, takesText, box } });
  }
  return all;
};

/**
 * @param {Session} page with the embed
 * @param {Map<string, number>} alone the signatures of the page without it
 * @returns {Promise<{ launcher: Found | undefined, textBox: boolean }>} the most likely launcher, and whether a text
 * box of the embed is visible
 */
export const findLauncher = async (page, alone) => {
  const added = await lookAtAdded(page, alone);
  const scored = added
    .map(({ found, seen }) => ({ found, score: scoreOf(seen) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return {
    launcher: scored[0]?.found,
    textBox: added.some(({ seen: { takesText, box } }) => takesText && box.width > 40),
  };
};
