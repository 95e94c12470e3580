import { signal } from '@preact/signals-react';
import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { createTools } from '../../src/conversation/composer/tools/Tools';
import { box, draw, renderHome, sendButton, type } from './support/renderHome';

describe('the composer', () => {
  it('sends on Enter, and empties (composer-1)', () => {
    const { actions } = renderHome();
    type('hello');
    expect(fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 })).toBe(false);
    expect(actions.send.mock.calls).toEqual([['hello']]);
    expect(box().value).toBe('');
  });

  it('sends on its button', () => {
    const { actions } = renderHome();
    type('hello');
    fireEvent.click(sendButton());
    expect(actions.send.mock.calls).toEqual([['hello']]);
    expect(box().value).toBe('');
  });

  it('breaks the line on Shift and Enter (composer-1)', () => {
    const { actions } = renderHome();
    type('hello');
    expect(fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13, shiftKey: true })).toBe(true);
    expect(actions.send).not.toHaveBeenCalled();
    expect(box().value).toBe('hello');
  });

  it('sends nothing by the Enter that chooses a word of an input method', () => {
    const { actions } = renderHome();
    type('にほん');
    expect(fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229, isComposing: true })).toBe(true);
    // Safari ends the composition before this event; only the key code 229 shows that it belonged to one.
    expect(fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229 })).toBe(true);
    expect(actions.send).not.toHaveBeenCalled();
    fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 });
    expect(actions.send.mock.calls).toEqual([['にほん']]);
  });

  it.each(['', '   ', '\n\n', '\u00a0\t'])('sends nothing of %j', (text) => {
    const { actions } = renderHome();
    if (text) type(text);
    fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 });
    fireEvent.click(sendButton());
    expect(actions.send).not.toHaveBeenCalled();
    expect(box().value).toBe(text);
    expect(sendButton().getAttribute('aria-disabled')).toBe('true');
  });

  it('has a button that works as soon as there is a text', () => {
    renderHome();
    type('h');
    expect(sendButton().hasAttribute('aria-disabled')).toBe(false);
  });

  it('keeps and sends a text while the conversation starts, fails and starts again', async () => {
    const { user, actions } = renderHome({ started: false });
    type('hel');
    for (const status of ['pending', 'failed', 'pending'] as const) {
      await draw(() => {
        user.setInitialized(status);
      });
      expect(box().value).toBe('hel');
    }
    type('hello');
    fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 });
    expect(actions.send.mock.calls).toEqual([['hello']]);
  });

  it('keeps a text while the connection changes and the widget is closed', async () => {
    const { connection, router } = renderHome();
    type('hel');
    await draw(() => connection.set('connected', 'subscribed'));
    await draw(() => connection.set('reconnecting', 'down'));
    await draw(() => router.closeWidget(1));
    await draw(() => router.openWidget());
    expect(box().value).toBe('hel');
  });

  it('has focus after sending', async () => {
    renderHome();
    await draw(() => {});
    type('hello');
    sendButton().focus();
    fireEvent.click(sendButton());
    expect(document.activeElement).toBe(box());
  });

  it('gives a text of several lines the whole width, before and after its tools come (composer-13)', async () => {
    const { features } = renderHome();
    const { form } = box() as HTMLTextAreaElement & { form: HTMLFormElement };
    // happy-dom lays nothing out: one line is 36 px high, and 20 characters fit into it.
    Object.defineProperty(box(), 'clientHeight', { get: () => 36 });
    const measure = vi.fn(() => (box().value.length > 20 ? 60 : 36));
    Object.defineProperty(box(), 'scrollHeight', { get: measure });
    const look = () => [form.hasAttribute('data-wide'), box().style.height];
    type('Hello');
    expect(look()).toEqual([false, '36px']);
    type('Hello, is the Otter in stock?');
    expect(look()).toEqual([true, '60px']);
    measure.mockClear();
    await draw(() => {
      features.composerTools.value = createTools({
        settings: { attachmentsEnabled: true, oneFile: signal(false) },
        unsent: false,
        sendFiles: (files, attachments) => attachments.value?.send(files),
        typed: vi.fn(),
      });
    });
    fireEvent.click(screen.getByRole('button', { name: 'Upload file' }));
    await draw(() => {});
    expect(document.querySelector('input[type=file]')).toBeTruthy();
    expect(look()).toEqual([true, '60px']);
    expect(measure).not.toHaveBeenCalled();
    type('');
    expect(look()).toEqual([false, 'auto']);
  });
});
