import { signal } from '@preact/signals-react';
import { act, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Needs } from '../../src/conversation/featureDeps';
import type { Command, FeatureRow, MenuEntry, MessengerRow } from '../../src/conversation/featureRow';
import { createVisitor, leave, log } from './support/visitor';

afterEach(leave);

/** What the folder of a feature would have: its view, what it does in the menu, and its command. */
const createFolder = () => {
  const rung = vi.fn();
  const wanted = signal(true);
  const createBell = ({ slices }: Needs<never, 'settings'>) => {
    return () => <p>The bell of {slices.settings.title}</p>;
  };
  const createEntry = ({ createId }: Needs<'createId'>): MenuEntry => ({
    label: 'options.end',
    available: signal(true),
    run: () => void rung('menu', typeof createId()),
  });
  const render: Command = ({ misuse, callback }, times, done) => {
    if (typeof times !== 'number') return misuse('render needs a number.');
    rung('command', times);
    callback('render', done)?.('done');
    return times * 2;
  };
  const row: FeatureRow<unknown> = {
    load: async () => createBell,
    wordless: true,
    area: 'log',
    shown: ({ conversations }) => wanted.value && conversations.active.value !== undefined,
    menu: async () => createEntry,
  };
  const messengerRow: MessengerRow = { commands: async () => () => ({ 'messenger.render': render }) };
  return { rung, wanted, row, messengerRow };
};

describe('a feature that comes as a folder and one row', () => {
  it('is shown in its area while its row says so', async () => {
    const { row, wanted } = createFolder();
    const visitor = await createVisitor({ homeRows: { bell: row } });
    await visitor.settle();
    expect(log().textContent).toContain('The bell of Shoe shop');
    await act(() => {
      wanted.value = false;
    });
    expect(log().textContent).not.toContain('bell');
  });

  it.each(['banner', 'notice'] as const)('may be a %s outside of the log', async (area) => {
    const { row } = createFolder();
    const visitor = await createVisitor({ homeRows: { bell: { ...row, area } } });
    await visitor.settle();
    const bell = screen.getByText('The bell of Shoe shop');
    expect(log().contains(bell)).toBe(false);
    const after = log().compareDocumentPosition(bell) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(after > 0).toBe(area === 'notice');
  });

  it('has an entry in the menu of the header, below the menu’s own', async () => {
    const { row, rung } = createFolder();
    const visitor = await createVisitor({ homeRows: { bell: row } });
    await visitor.press('Options');
    expect(screen.getAllByRole('menuitem')).toHaveLength(2);
    const entry = screen.getAllByRole('menuitem')[1] as HTMLElement;
    expect(entry.textContent).toBe('End conversation');
    await act(() => entry.click());
    await visitor.settle();
    expect(rung.mock.calls).toEqual([['menu', 'string']]);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('keeps the menu back while its entry cannot be loaded, and the next press tries again', async () => {
    const { row } = createFolder();
    const menu = vi.fn(row.menu).mockRejectedValueOnce(new Error('offline'));
    const visitor = await createVisitor({ homeRows: { bell: { ...row, menu } } });
    await visitor.press('Options');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(visitor.report).toHaveBeenCalledWith('optionsMenu could not be loaded', new Error('offline'));
    await visitor.press('Try again');
    expect(screen.getAllByRole('menuitem')).toHaveLength(2);
  });

  it('has a command of zE, even one that was only documented so far', async () => {
    const { messengerRow, rung } = createFolder();
    const visitor = await createVisitor({ messengerRows: { bell: messengerRow } });
    const done = vi.fn();
    expect(await visitor.zE('messenger', 'render', 3, done)).toBe(6);
    expect([rung.mock.calls, done.mock.calls]).toEqual([[['command', 3]], [['done']]]);
    await visitor.zE('messenger', 'render', 'often');
    expect(visitor.report).toHaveBeenLastCalledWith(
      "render needs a number. See the README, section 'Calls'.",
    );
    await visitor.zE('messenger', 'close');
    expect(visitor.router.widgetOpen.value).toBe(false);
  });

  it('cannot replace a command of the messenger’s own', async () => {
    const close = vi.fn();
    const visitor = await createVisitor({
      messengerRows: { bell: { commands: async () => () => ({ 'messenger.close': close }) } },
    });
    await visitor.zE('messenger', 'close');
    expect([visitor.router.widgetOpen.value, close.mock.calls]).toEqual([false, []]);
  });
});
