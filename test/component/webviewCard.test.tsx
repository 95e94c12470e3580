import { signal } from '@preact/signals-react';
import { act, cleanup, fireEvent, render, within } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { WebviewCard } from '../../src/features/webviewCard/Card';
import { createFakeClock } from '../support/fakeClock';
import { englishWords } from '../support/words';

/** @param container outside of the document by default, so that its frame loads nothing */
const open = ({ isAutomatic = false, container = document.createElement('div') } = {}) => {
  const clock = createFakeClock();
  const onShown = vi.fn();
  const card = within(container);
  render(
    <WebviewCard
      url="https://shop.example/times"
      words={signal(englishWords())}
      after={clock.after}
      isAutomatic={isAutomatic}
      onBack={() => {}}
      onShown={onShown}
    />,
    { container },
  );
  const page = () => container.querySelector('iframe');
  return {
    clock,
    onShown,
    page,
    wait: (ms: number) => act(() => clock.advance(ms)),
    load: () => act(() => void fireEvent.load(page() as HTMLIFrameElement)),
    retry: () => act(() => void fireEvent.click(card.getByRole('button', { name: 'Try again' }))),
    fault: () => card.queryByRole('alert')?.textContent,
  };
};

it('a page that has not loaded after 20 s says so, and is asked for again by a press (page-2)', async () => {
  const card = open();
  expect(card.page()?.src).toBe('https://shop.example/times');
  await card.wait(19_999);
  expect(card.fault()).toBeUndefined();
  await card.wait(1);
  expect([card.fault(), card.page()]).toEqual(['This page couldn’t be loaded.', null]);
  await card.retry();
  expect([card.fault(), card.page()?.src]).toEqual([undefined, 'https://shop.example/times']);
  // The second try has its own 20 s.
  await card.wait(19_999);
  expect(card.fault()).toBeUndefined();
  await card.wait(1);
  expect(card.fault()).toBe('This page couldn’t be loaded.');
});

it('a page that has loaded stays, however long it is looked at (page-2)', async () => {
  const card = open();
  await card.wait(19_000);
  await card.load();
  await card.wait(60_000);
  expect([card.fault(), card.onShown.mock.calls.length]).toEqual([undefined, 1]);
  expect(card.page()?.hasAttribute('data-waiting')).toBe(false);
});

it('a page that opens by itself gets no focus, and is inert until the visitor turns to it (page-3)', async () => {
  for (const [type, init, wakes] of [
    ['pointerdown', {}, true],
    ['keydown', { key: 'Tab' }, true],
    ['keydown', { key: 'Tab', ctrlKey: true }, false],
    ['keydown', { key: 'Tab', altKey: true }, false],
    ['keydown', { key: 'a' }, false],
    ['keyup', { key: 'Tab' }, false],
  ] as const) {
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    const card = open({
      isAutomatic: true,
      container: document.body.appendChild(document.createElement('div')),
    });
    expect(document.activeElement).toBe(field);
    expect(card.page()?.inert).toBe(true);
    expect(card.page()?.getAttribute('allow')).toBe("focus-without-user-activation 'none'");
    await act(() => {
      const event = Object.assign(new Event(type), init);
      Object.defineProperty(event, 'isTrusted', { value: true });
      document.dispatchEvent(event);
    });
    expect([type, init, !card.page()?.inert]).toEqual([type, init, wakes]);
    cleanup();
    document.body.replaceChildren();
  }
});

it('a page that the visitor opens gives the focus to the way back', () => {
  const card = open({ container: document.body.appendChild(document.createElement('div')) });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Back to the conversation');
  expect(card.page()?.inert).toBeFalsy();
});
