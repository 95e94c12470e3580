import { afterEach, describe, expect, it, vi } from 'vitest';
import { cycleFocus } from '../../src/platform/cycleFocus';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

it('Tab after the window’s last element goes to the launcher, whose ring shows until the focus leaves', () => {
  // happy-dom draws nothing: every element counts as shown.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  const last = document.body.appendChild(document.createElement('button'));
  const launcher = document.createElement('button');
  launcher.checkVisibility = () => true;
  // The launcher is in the page, outside the frame.
  vi.spyOn(document, 'querySelectorAll').mockReturnValue([last] as unknown as NodeListOf<HTMLElement>);
  const stop = cycleFocus(document, launcher, () => true);
  document.body.append(launcher);
  last.focus();
  last.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true }));
  expect([document.activeElement === launcher, launcher.hasAttribute('data-focus')]).toEqual([true, true]);
  last.focus();
  expect(launcher.hasAttribute('data-focus')).toBe(false);
  stop();
});

/** How often the widget hears of a key that is pressed in its window. */
const heard = (init: KeyboardEventInit): number => {
  const box = document.body.appendChild(document.createElement('textarea'));
  const hear = vi.fn();
  document.addEventListener('keydown', hear);
  const stop = cycleFocus(document, undefined, () => true);
  box.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  stop();
  document.removeEventListener('keydown', hear);
  return hear.mock.calls.length;
};

it.each([
  ['says so', { isComposing: true }],
  ['tells by the key code, as Safari does', { keyCode: 229 }],
])('while an input method composes no key is heard of a browser that %s', (_, more) => {
  expect([heard({ key: 'Escape', ...more }), heard({ key: 'Escape' })]).toEqual([0, 1]);
});

describe('a key with Ctrl, Alt or ⌘', () => {
  const KEYS = [
    'Tab',
    'Escape',
    'ArrowLeft',
    'ArrowRight',
    'ArrowUp',
    'Home',
    'End',
    '+',
    '-',
    '=',
    '0',
    'c',
    'z',
  ];
  const HELD = [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { ctrlKey: true, shiftKey: true }];

  it.each(KEYS)('is the browser’s, and not heard: %s (layout-24)', (key) => {
    expect(HELD.map((held) => heard({ key, ...held }))).toEqual([0, 0, 0, 0]);
    expect([heard({ key }), heard({ key, shiftKey: true })]).toEqual([1, 1]);
  });

  it('is heard if it is Enter, which sends', () => {
    expect(HELD.map((held) => heard({ key: 'Enter', ...held }))).toEqual([1, 1, 1, 1]);
  });

  it('moves no focus: it shows another tab or window', () => {
    const launcher = document.body.appendChild(document.createElement('button'));
    const stop = cycleFocus(document, launcher, () => true);
    const press = (held: KeyboardEventInit) =>
      launcher.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', cancelable: true, ...held }));
    vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
    expect([...HELD.map(press), press({})]).toEqual([true, true, true, true, false]);
    stop();
  });
});
