/** Finds what opens an embed, whatever embed it is. */
import { attributesOf, boxOf, elementsIn, readDocument } from './dom.mjs';
import { WINDOW } from './measure/chromium.mjs';

/** @typedef {import('./measure/chromium.mjs').Session} Session */
/** @typedef {import('./dom.mjs').Found} Found */
/**
 * @typedef {object} Seen an element as a visitor sees it
 * @property {string} tag
 * @property {string} words its label, and the names that its attributes give it
 * @property {string} role
 * @property {boolean} isPointed the pointer becomes a hand over it
 * @property {boolean} isPlaced it, or what is around it, stays where it is while the page scrolls
 * @property {boolean} takesText
 * @property {{ x: number, y: number, width: number, height: number }} box
 */

const NAMES = /chat|messag|support|help|launch|open|bubble|contact|talk|widget|feedback|ask/i;
const CLOSES = /close|dismiss|schlie|fermer|cerrar|minimi/i;
/** A launcher is neither a speck nor a panel, px. */
const LEAST = 16;
const MOST = 360;
/** How near to an edge a corner is, px. */
const CORNER = 140;
/** What a launcher scores at least: it can be pressed, and something else tells of it. */
const ENOUGH = 4;

/** @param {Seen} seen @returns {number} how much it looks like a launcher; 0 where it cannot be one */
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

/** Runs on an element; only its source text is sent to the page. @this {Element} */
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

/** @param {Found} found @returns {string} what tells it from others, whichever page it is on */
const signatureOf = ({ node }) => `${node.localName} ${(node.attributes ?? []).join(' ')}`;

/** @param {readonly Found[]} elements @returns {Map<string, number>} how often each signature comes */
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
 * @returns {Found[]} what the embed has added
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

/** No embed needs more elements to show its launcher, or a text box. */
const MOST_ELEMENTS = 3000;

/**
 * @param {Session} page
 * @param {Map<string, number>} alone
 * @returns {Promise<{ found: Found, seen: Seen }[]>} what the embed has added and a visitor sees
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
 * @param {Map<string, number>} alone what the page without it has
 * @returns {Promise<{ launcher: Found | undefined, textBox: boolean }>} the likeliest launcher, and whether one of the
 * embed's text boxes is seen
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
