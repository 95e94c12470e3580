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

describe('while an input method composes', () => {
  const pressEscape = (more: KeyboardEventInit) => {
    const box = document.body.appendChild(document.createElement('textarea'));
    const close = vi.fn();
    document.addEventListener('keydown', close);
    const stop = cycleFocus(document, undefined, () => true);
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...more }));
    stop();
    document.removeEventListener('keydown', close);
    return close.mock.calls.length;
  };

  it.each([
    ['says so', { isComposing: true }],
    ['tells by the key code, as Safari does', { keyCode: 229 }],
  ])('no key is heard of a browser that %s', (_, more) => {
    expect([pressEscape(more), pressEscape({})]).toEqual([0, 1]);
  });
});
