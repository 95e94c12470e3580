import { signal } from '@preact/signals-react';
import { act, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Needs } from '../../src/conversation/featureDeps';
import type { Command, FeatureRow, MenuEntry, MessengerRow } from '../../src/conversation/featureRow';
import { createVisitor, leave, log, rows } from './support/visitor';

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
    load: async () => ({ create: createBell }),
    wordless: true,
    area: 'banner',
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
    expect(screen.getByText('The bell of Shoe shop')).toBeTruthy();
    await act(() => {
      wanted.value = false;
    });
    expect(screen.queryByText('The bell of Shoe shop')).toBeNull();
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

  it('has rows between the messages of the log, each with its time', async () => {
    const received = signal<readonly number[]>([]);
    const Bell = ({ received }: { received: number }) => <>The bell at {received}</>;
    const bell: FeatureRow<unknown> = {
      load: async () => ({ create: () => Bell }),
      wordless: true,
      logRows: ({ conversations }) => (conversations.active.value ? received.value : []),
    };
    const visitor = await createVisitor({ homeRows: { bell } });
    const first = await visitor.agentSays('First');
    await visitor.wait(60_000);
    const second = await visitor.agentSays('Second');
    const told = () =>
      rows().flatMap((text) => /The bell at .*|First|Second|is typing/.exec(text)?.[0] ?? []);
    expect(told()).toEqual(['First', 'Second']);
    const middle = (first.received + second.received) / 2;
    await act(() => {
      received.value = [middle, Number.POSITIVE_INFINITY];
    });
    await visitor.settle();
    expect(told()).toEqual(['First', `The bell at ${middle}`, 'Second', 'The bell at Infinity']);
    await visitor.activity('typing:start', { name: 'Mara' });
    await visitor.agentSays('Second again');
    expect(told().slice(0, 4)).toEqual(['First', `The bell at ${middle}`, 'Second', 'Second']);
    expect(told().at(-1)).toBe('The bell at Infinity');
    await act(() => {
      received.value = [];
    });
    expect(told()).toEqual(['First', 'Second', 'Second']);
  });

  it('has a notice below the composer, beside the messenger’s own', async () => {
    const shown = signal(true);
    const bell: FeatureRow<unknown> = {
      load: async () => ({ create: () => null }),
      notice: async () => (deps: Needs<never, 'settings'>) => ({
        shown,
        label: 'notice.made_by',
        params: { name: `the bell of ${deps.slices.settings.title}` },
        href: 'https://bells.example/',
      }),
    };
    await (await createVisitor({ homeRows: { bell }, messenger: { showZendeskLogo: true } })).settle();
    const link = screen.getByRole('link', { name: 'Messaging by the bell of Shoe shop' });
    expect(link.getAttribute('href')).toBe('https://bells.example/');
    expect(link.previousElementSibling?.textContent).toBe('Messaging by Porch');
    await act(() => {
      shown.value = false;
    });
    expect(screen.queryByRole('link', { name: /bell/ })).toBeNull();
  });

  it('has a notice where the messenger has none of its own', async () => {
    const bell: FeatureRow<unknown> = {
      load: async () => ({ create: () => null }),
      notice: async () => () => ({ shown: signal(true), label: 'notice.privacy' }),
    };
    await (await createVisitor({ homeRows: { bell } })).settle();
    expect(screen.getByText('Privacy notice')).toBeTruthy();
  });

  it('has an entry in the menu of the header, above the menu’s own', async () => {
    const { row, rung } = createFolder();
    const visitor = await createVisitor({ homeRows: { bell: row } });
    await visitor.press('Options');
    expect(screen.getAllByRole('menuitem')).toHaveLength(2);
    const entry = screen.getAllByRole('menuitem')[0] as HTMLElement;
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
