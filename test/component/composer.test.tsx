import { cleanup, fireEvent } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { box, draw, renderHome, sendButton, type } from './support/renderHome';

afterEach(cleanup);

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
    expect(fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13, isComposing: true })).toBe(true);
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
        user.initializedStatus.value = status;
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
    await draw(() => connection.set('connected'));
    await draw(() => connection.set('reconnecting'));
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
});
