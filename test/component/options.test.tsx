import { signal } from '@preact/signals-react';
import { act, fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { MenuEntry as Option } from '../../src/conversation/featureRow';
import { createOptions } from '../../src/features/optionsMenu/chooseOption';
import { OptionsMenu } from '../../src/features/optionsMenu/Menu';
import { decodeMessage, type WireMessage } from '../../src/wire/message';
import { CONVERSATION, draw, renderHome } from './support/renderHome';

const settled = () => act(async () => {});

/** Renders the card with one message, and a menu with real entries whose actions are mocks. */
const renderMenu = async () => {
  const home = renderHome({
    messenger: { title: 'Shoe shop', canUserSeeConversationList: true },
  });
  let finish = () => {};
  let fail = (_cause: unknown) => {};
  const work = () =>
    new Promise<void>((yes, no) => {
      finish = yes;
      fail = no;
    });
  const transcript = {
    label: 'options.transcript',
    available: signal(true),
    disabled: signal(false),
    run: vi.fn(work),
  };
  const end = {
    label: 'options.end',
    available: signal(true),
    confirm: 'options.end_confirm',
    done: 'options.end_done',
    run: vi.fn(work),
  };
  const on = signal(false);
  const sound = {
    label: 'composer_emoji',
    available: signal(false),
    checked: on,
    run: vi.fn(() => {
      on.value = !on.value;
      return undefined;
    }),
  };
  const options: Option[] = [transcript, end, sound];
  const part = createOptions({ options, report: vi.fn() });
  await draw(() => {
    const first = decodeMessage({ _id: 'm', received: home.ago(5), text: 'Hello' }) as WireMessage;
    home.messages.merge(CONVERSATION, [first]);
    home.features.optionsMenu.value = (props: { onClose(): void }) => <OptionsMenu {...props} menu={part} />;
  });
  return {
    ...home,
    transcript,
    end,
    sound,
    finish: () => act(async () => finish()),
    fail: () => act(async () => fail(new Error('no'))),
  };
};

const button = (): HTMLElement => screen.getByRole('button', { name: 'Options' });
const open = async () => {
  button().focus();
  fireEvent.click(button());
  await settled();
};
const openMenu = async () => {
  const home = await renderMenu();
  await open();
  return home;
};
const menu = () => screen.queryByRole('menu', { name: 'Options' });
const item = (name: string) => screen.getByRole('menuitem', { name });
const press = (key: string) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(event);
  return event;
};
const focused = () =>
  document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');
const choose = async (name: string) => {
  fireEvent.click(item(name));
  await settled();
};

describe('the options button', () => {
  it('is shown in an empty conversation too, but not beside the list (home-3)', async () => {
    const empty = renderHome();
    expect(button().getAttribute('aria-haspopup')).toBe('menu');
    empty.unmount();
    const { conversations } = await renderMenu();
    expect(button().getAttribute('aria-haspopup')).toBe('menu');
    await draw(() => conversations.show());
    expect(screen.queryByRole('button', { name: 'Options' })).toBeNull();
  });

  it('opens and closes the menu, and says which', async () => {
    await renderMenu();
    expect([button().getAttribute('aria-expanded'), menu()]).toEqual(['false', null]);
    await open();
    expect(button().getAttribute('aria-expanded')).toBe('true');
    expect(menu()).not.toBeNull();
    fireEvent.pointerDown(button());
    fireEvent.click(button());
    await settled();
    expect([button().getAttribute('aria-expanded'), menu()]).toEqual(['false', null]);
  });

  it('keeps the focused entry and its menu when the language changes', async () => {
    const { words } = await openMenu();
    const first = document.activeElement;
    expect(first?.getAttribute('role')).toBe('menuitem');
    await draw(() => {
      words.value = { ...words.value, t: (key) => `de ${key}` };
    });
    expect(document.activeElement).toBe(first);
    expect(first?.textContent).toMatch(/^de options\./);
  });

  it('opens a closed menu after a look at the list', async () => {
    const { conversations } = await openMenu();
    await draw(() => conversations.show());
    await draw(() => conversations.show(CONVERSATION));
    expect(menu()).toBeNull();
  });

  it('has an entry that cannot be chosen yet, which the arrows find and which does nothing', async () => {
    const { transcript } = await renderMenu();
    await draw(() => {
      transcript.disabled.value = true;
    });
    await open();
    expect([focused(), item('Download transcript').getAttribute('aria-disabled')]).toEqual([
      'Download transcript',
      'true',
    ]);
    await choose('Download transcript');
    expect(transcript.run).not.toHaveBeenCalled();
    expect(menu()).not.toBeNull();
    await draw(() => {
      transcript.disabled.value = false;
    });
    await choose('Download transcript');
    expect(transcript.run).toHaveBeenCalledTimes(1);
  });
});

describe('the menu', () => {
  it('shows the available entries and focuses the first (home-8)', async () => {
    const { end } = await openMenu();
    expect(screen.getAllByRole('menuitem').map((e) => e.textContent)).toEqual([
      'Download transcript',
      'End conversation',
    ]);
    expect(focused()).toBe('Download transcript');
    await draw(() => {
      end.available.value = false;
    });
    expect(screen.getAllByRole('menuitem')).toHaveLength(1);
  });

  it('is walked by arrows, Home, End and a first letter, and is one stop for Tab', async () => {
    await openMenu();
    const walked = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'd', 'e'].map((key) => {
      expect(press(key).defaultPrevented).toBe(true);
      return focused();
    });
    const [download, end] = ['Download transcript', 'End conversation'];
    expect(walked).toEqual([end, download, end, download, end, download, end]);
    expect(screen.getAllByRole('menuitem').map((e) => e.tabIndex)).toEqual([-1, -1]);
    expect(press('Tab').defaultPrevented).toBe(false);
    await settled();
    expect([menu(), document.activeElement]).toEqual([null, button()]);
  });

  it('is closed by Escape, which closes nothing else and gives the focus back', async () => {
    const { actions } = await openMenu();
    expect(press('Escape').defaultPrevented).toBe(true);
    await settled();
    expect([menu(), document.activeElement, actions.close.mock.calls]).toEqual([null, button(), []]);
  });

  it('is closed by a press or a focus elsewhere, and leaves the focus there', async () => {
    await openMenu();
    fireEvent.pointerDown(item('End conversation'));
    expect(menu()).not.toBeNull();
    fireEvent.pointerDown(screen.getByRole('log', { name: 'Messages' }));
    await settled();
    expect(menu()).toBeNull();
    await open();
    const box = screen.getByRole('textbox', { name: 'Type a message' });
    box.focus();
    fireEvent.focusIn(box);
    await settled();
    expect([menu(), document.activeElement]).toEqual([null, box]);
    await open();
    fireEvent.blur(window);
    await settled();
    expect(menu()).toBeNull();
  });

  it('has a switch say whether it is on', async () => {
    const { sound } = await renderMenu();
    sound.available.value = true;
    await open();
    const box = screen.getByRole('menuitemcheckbox', { name: 'Add emoji' });
    expect(box.getAttribute('aria-checked')).toBe('false');
    fireEvent.click(box);
    await settled();
    expect(menu()).toBeNull();
    await open();
    expect(screen.getByRole('menuitemcheckbox').getAttribute('aria-checked')).toBe('true');
  });
});

describe('an entry', () => {
  it('shows its progress, then closes and returns the focus', async () => {
    const { transcript, finish } = await openMenu();
    await choose('Download transcript');
    const panel = screen.getByRole('dialog', { name: 'Download transcript' });
    expect([panel.textContent, document.activeElement]).toEqual(['One moment…', panel]);
    expect(transcript.run.mock.calls).toEqual([[document]]);
    await finish();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button());
  });

  it('that fails says so, and is done again on demand', async () => {
    const { transcript, fail, finish } = await openMenu();
    await choose('Download transcript');
    await fail();
    expect(screen.getByRole('alert').textContent).toBe('That didn’t work.');
    expect(focused()).toBe('Try again');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await finish();
    expect(transcript.run).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks for confirmation, which the opening press cannot give', async () => {
    const { end, finish } = await openMenu();
    await choose('End conversation');
    const panel = screen.getByRole('dialog', { name: 'End conversation' });
    expect(panel.textContent).toContain('End this conversation?');
    expect([focused(), end.run.mock.calls.length]).toEqual(['Cancel', 0]);
    fireEvent.click(screen.getByRole('button', { name: 'End conversation' }));
    await finish();
    expect(screen.getByRole('dialog').textContent).toContain('This conversation has ended.');
    expect(focused()).toBe('Close');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await settled();
    expect([screen.queryByRole('dialog'), document.activeElement]).toEqual([null, button()]);
  });

  it('does nothing without confirmation, and the menu starts anew', async () => {
    const { end } = await openMenu();
    await choose('End conversation');
    press('Escape');
    await settled();
    expect([screen.queryByRole('dialog'), document.activeElement]).toEqual([null, button()]);
    await open();
    expect(item('End conversation')).toBeTruthy();
    expect(end.run).not.toHaveBeenCalled();
  });

  it('continues when the menu is closed, and then takes no focus', async () => {
    const { finish, fail } = await renderMenu();
    const box = screen.getByRole('textbox', { name: 'Type a message' });
    await open();
    await choose('Download transcript');
    press('Escape');
    await settled();
    await open();
    expect(screen.getByRole('dialog').textContent).toBe('One moment…');
    fireEvent.pointerDown(box);
    await settled();
    box.focus();
    await finish();
    expect(document.activeElement).toBe(box);
    await open();
    await choose('Download transcript');
    fireEvent.pointerDown(box);
    await settled();
    await fail();
    await open();
    expect(screen.getByRole('alert').textContent).toBe('That didn’t work.');
  });
});
