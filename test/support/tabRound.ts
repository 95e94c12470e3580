import type { Page } from 'playwright-core';

/** More than any page of the inbox has. */
const MOST_STOPS = 400;

type Stop = { name: string; kind: 'new' | 'known' | 'frame' | 'nothing'; problem?: string };
type Walked = Window & { walked?: Set<Element> };

/** What the Tab key has led to, and what is wrong with it. Runs in the page. */
const look = (): Stop => {
  const host = window as Walked;
  host.walked ??= new Set();
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body || element === document.documentElement)
    return { name: '', kind: 'nothing' };
  const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0];
  const name = (
    element.getAttribute('aria-label') ||
    label?.innerText ||
    element.innerText ||
    element.tagName
  )
    .trim()
    .slice(0, 60);
  if (element.tagName === 'IFRAME') {
    host.walked.add(element);
    return { name, kind: 'frame' };
  }
  if (host.walked.has(element)) return { name, kind: 'known' };
  host.walked.add(element);
  const isOutlined = (one: Element | null | undefined): boolean => {
    if (!one) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  };
  // A control without a look of its own is shown by its label; a text box by the box around it.
  const box = element.matches('textarea') ? element.parentElement : null;
  const isRinged = box !== null && getComputedStyle(box).boxShadow !== 'none';
  if (![element, element.nextElementSibling, label, box].some(isOutlined) && !isRinged)
    return { name, kind: 'new', problem: 'shows no focus' };
  const shown = element.getClientRects()[0]?.width ?? 0;
  const target = shown > 4 ? element : (label ?? element);
  const { left, top, width, height } = target.getClientRects()[0] ?? new DOMRect();
  const x = Math.min(Math.max(left + width / 2, left), innerWidth - 1);
  const y = Math.min(top + Math.min(height, innerHeight) / 2, innerHeight - 1);
  if (left + width <= 0 || top + height <= 0 || left >= innerWidth || top >= innerHeight)
    return { name, kind: 'new', problem: 'is outside the window' };
  const hit = document.elementFromPoint(x, y);
  if (!hit || !(target.contains(hit) || hit.contains(target)))
    return { name, kind: 'new', problem: `is covered by ${hit?.outerHTML.slice(0, 80)}` };
  return { name, kind: 'new' };
};

/** The controls that the Tab key has not reached. Radio buttons of one name are one stop. Runs in the page. */
const missed = (): string[] => {
  const walked = (window as Walked).walked ?? new Set();
  const isReached = (one: HTMLElement): boolean =>
    one instanceof HTMLInputElement && one.type === 'radio'
      ? [...walked].some((other) => other instanceof HTMLInputElement && other.name === one.name)
      : walked.has(one);
  // A modal dialog makes the rest of the page inert.
  const within = document.querySelector('dialog:modal') ?? document;
  return [...within.querySelectorAll<HTMLElement>('a[href],button,input,select,textarea,summary,[tabindex]')]
    .filter((one) => one.tabIndex >= 0 && !one.matches(':disabled') && !one.closest('[inert]'))
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !isReached(one))
    .map((one) => one.outerHTML.slice(0, 120));
};

/**
 * Goes round the page by the Tab key.
 * @returns what is wrong: a stop that does not show the focus, is outside the window or covered, and controls that the key
 * does not reach
 */
export const tabRound = async (page: Page): Promise<string[]> => {
  const problems: string[] = [];
  await page.evaluate(() => {
    delete (window as Walked).walked;
  });
  let stops = 0;
  /** Stops since the last new one. What takes the focus away, such as a frame that opens, may lead back to one. */
  let again = 0;
  for (let presses = 0; presses < MOST_STOPS && again <= stops; presses++) {
    await page.keyboard.press('Tab');
    const { name, kind, problem } = await page.evaluate(look);
    if (kind === 'new') [stops, again] = [stops + 1, 0];
    if (kind === 'known') again++;
    if (problem) problems.push(`${name}: ${problem}`);
    if (again === 1 && (await page.evaluate(missed)).length === 0) break;
  }
  if (stops === 0) problems.push('The Tab key leads nowhere.');
  return [...problems, ...(await page.evaluate(missed)).map((one) => `not reached: ${one}`)];
};
