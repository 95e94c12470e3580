import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { options } from 'preact';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asField, fromField } from '../../../examples/support-desk/inbox/model/snoozes';
import type { Workspace } from '../../../examples/support-desk/inbox/state/workspaceParts';
import type { AgentConversation as Row } from '../../../examples/support-desk/shared/answers/conversations';
import { createFakeClock } from '../../support/fakeClock';
import { FakeDesk, message, T0 } from './support/fakeDesk';
import { renderInbox } from './support/renderInbox';

const start = async () => {
  const clock = createFakeClock();
  const desk = new FakeDesk();
  for (const [i, id] of ['ana', 'bo', 'cy', 'dora'].entries())
    desk.add(id, {}, [message(`m-${id}`, { received: T0 + 100 - i })]);
  const { inbox } = await renderInbox(desk, undefined, undefined, undefined, undefined, clock);
  return { clock, desk, inbox };
};
const box = (id: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select Visitor ${id}` });
const rowButton = (id: string) => screen.getByRole('button', { name: new RegExp(`Visitor ${id}`) });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const selected = () =>
  ['ana', 'bo', 'cy', 'dora'].filter(
    (id) => screen.queryByRole('checkbox', { name: `Select Visitor ${id}` }) && box(id).checked,
  );
const choose = async (...ids: string[]) => {
  for (const id of ids) fireEvent.click(box(id));
  await screen.findAllByText(`${ids.length} selected`);
};
const tag = async (value: string) => {
  fireEvent.input(screen.getByRole('combobox', { name: 'Tag for the selected conversations' }), {
    target: { value },
  });
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Tag' }).disabled).toBe(false),
  );
  press('Tag');
};

describe('selecting rows', () => {
  it('works by checkboxes, ranges, all at once and keys, and is counted for screen readers', async () => {
    await start();
    fireEvent.click(box('ana'));
    await screen.findAllByText('1 selected');
    fireEvent.click(box('cy'), { shiftKey: true });
    await waitFor(() => expect(selected()).toEqual(['ana', 'bo', 'cy']));
    expect(screen.getAllByText('3 selected').some((one) => one.getAttribute('role') === 'status')).toBe(true);
    fireEvent.click(screen.getByRole('checkbox', { name: '3 selected' }));
    await waitFor(() => expect(selected()).toHaveLength(4));
    fireEvent.click(screen.getByRole('checkbox', { name: '4 selected' }));
    await waitFor(() => expect(selected()).toEqual([]));
    rowButton('bo').focus();
    fireEvent.keyDown(rowButton('bo'), { key: 'x' });
    await waitFor(() => expect(selected()).toEqual(['bo']));
    fireEvent.keyDown(rowButton('bo'), { key: 'Escape' });
    await waitFor(() => expect(selected()).toEqual([]));
    expect(screen.queryByRole('button', { name: 'End selecting' })).toBeNull();
  });

  it('draws only the rows that change', async () => {
    await start();
    let rendered = 0;
    const inner = options.diffed;
    options.diffed = (vnode) => {
      if ((vnode.props as { 'data-conversation'?: string } | null)?.['data-conversation']) rendered += 1;
      inner?.(vnode);
    };
    onTestFinished(() => {
      options.diffed = inner;
    });
    fireEvent.click(box('ana'));
    await waitFor(() => expect(selected()).toEqual(['ana']));
    expect(rendered).toBe(0);
  });

  it('ends where the list shows something else', async () => {
    await start();
    fireEvent.click(box('ana'));
    await screen.findByRole('button', { name: 'End selecting' });
    fireEvent.click(screen.getByRole('radio', { name: /^Unassigned/ }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'End selecting' })).toBeNull());
  });
});

describe('what is done to many conversations', () => {
  it('is one act with one undo, which the desk never hears of', async () => {
    const { clock, desk } = await start();
    await choose('ana', 'bo');
    press('Close');
    await screen.findByText('Closing 2 conversations…');
    press('Undo');
    await clock.advance(10_000);
    expect(desk.manyAsked).toEqual([]);
    await choose('ana', 'bo');
    press('Close');
    await clock.advance(5000);
    expect(desk.manyAsked).toEqual([{ act: 'close', ids: ['ana', 'bo'] }]);
    await screen.findByText('2 conversations closed.');
    await waitFor(() => expect(screen.queryByRole('button', { name: /Visitor ana/ })).toBeNull());
  });

  it('is done at once when the agent leaves', async () => {
    const { desk, inbox } = await start();
    fireEvent.click(box('ana'));
    await screen.findAllByText('1 selected');
    press('Close');
    await inbox.workspace.value?.sendWaiting(true);
    expect(desk.manyAsked).toEqual([{ act: 'close', ids: ['ana'] }]);
  });

  it('says by name what the desk refused, and tries that again', async () => {
    const { clock, desk } = await start();
    desk.manyRefusals.set('bo', 'The visitor has written in the meantime');
    await choose('ana', 'bo');
    press('Close');
    await clock.advance(5000);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Not closed: Visitor bo (The visitor has written in the meantime).');
    desk.manyRefusals.clear();
    press('Try again');
    expect(screen.queryByRole('alert')).toBeNull();
    await clock.advance(5000);
    await screen.findByText('1 conversation closed.');
    expect(desk.manyAsked.at(-1)).toEqual({ act: 'close', ids: ['bo'] });
  });

  it('still names what was refused when the agent does something else with other rows', async () => {
    const { clock, desk } = await start();
    desk.manyRefusals.set('ana', 'The visitor has written in the meantime');
    await choose('ana', 'bo');
    press('Close');
    await screen.findByText('Closing 2 conversations…');
    await choose('cy', 'dora');
    await tag('later');
    await clock.advance(5000);
    await screen.findByText('2 conversations tagged.');
    expect(screen.getByRole('alert').textContent).toContain('Not closed: Visitor ana');
    desk.manyRefusals.set('dora', 'It is gone');
    await choose('dora');
    await tag('later');
    await clock.advance(5000);
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
    fireEvent.click(within(screen.getAllByRole('alert')[0] as HTMLElement).getByLabelText('Dismiss'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Not tagged: Visitor dora'));
  });

  it('can be undone when the agent has switched the undo of replies off', async () => {
    const { clock, desk, inbox } = await start();
    inbox.undo.set(false);
    await choose('ana');
    press('Close');
    await screen.findByText('Closing 1 conversation…');
    press('Undo');
    await clock.advance(10_000);
    expect(desk.manyAsked).toEqual([]);
  });

  it('is done to all 250 rows side by side when the agent closes the tab, and to 600 after a question', async () => {
    const { clock, desk, inbox } = await start();
    const { many, conversations } = inbox.workspace.value as Workspace;
    const rows = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...(conversations.get('ana') as Row), _id: `row-${i}` }));
    for (const { _id } of rows(250)) desk.add(_id);
    many.act({ act: 'tag', tag: 'a' }, rows(250));
    expect(inbox.holdsUnsaved.value).toBe(false);
    void inbox.workspace.value?.sendWaiting(true);
    expect(desk.manyAsked.map(({ ids }) => ids.length)).toEqual([100, 100, 50]);
    await waitFor(() => expect(many.done.value?.count).toBe(250));
    // One call at a time is under way when the page closes in the middle.
    many.act({ act: 'tag', tag: 'b' }, rows(250));
    let resolve = (): void => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    const answer = desk.api.many;
    desk.api.many = (...asked) => answer(...asked).then((result) => promise.then(() => result));
    await clock.advance(5000);
    expect(desk.manyAsked).toHaveLength(4);
    void inbox.workspace.value?.sendWaiting(true);
    expect(desk.manyAsked).toHaveLength(6);
    resolve();
    await waitFor(() => expect(many.done.value?.count).toBe(250));
    many.act({ act: 'tag', tag: 'c' }, rows(600));
    expect(inbox.holdsUnsaved.value).toBe(true);
    many.undo();
    expect(inbox.holdsUnsaved.value).toBe(false);
  });

  it.each(['Undo', 'Dismiss', 'Try again'])(
    'gives the focus to the list when a key presses %s',
    async (name) => {
      const { clock, desk } = await start();
      if (name === 'Try again') desk.manyRefusals.set('ana', 'It is gone');
      await choose('ana', 'bo');
      await tag('later');
      if (name !== 'Undo') await clock.advance(5000);
      const button = await screen.findByRole('button', { name });
      button.focus();
      fireEvent.click(button, { detail: 0 });
      await waitFor(() => expect(document.activeElement).toBe(rowButton('ana')));
    },
  );

  it('is a snooze, with the choices of a single one', async () => {
    const { clock, desk } = await start();
    await choose('ana', 'bo');
    press('More for the selected conversations');
    const menu = await screen.findByRole('group', { name: 'Snooze' });
    expect(within(menu).getByRole('menuitem', { name: /^Until tomorrow/ })).toBeTruthy();
    fireEvent.click(within(menu).getByRole('menuitem', { name: 'Until the visitor writes' }));
    await clock.advance(5000);
    await screen.findByText('2 conversations snoozed.');
    expect(desk.manyAsked).toEqual([{ act: 'snooze', ids: ['ana', 'bo'] }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: /Visitor ana/ })).toBeNull());
    fireEvent.click(box('cy'));
    await screen.findAllByText('1 selected');
    press('More for the selected conversations');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Until a date and time…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Snooze 1 conversation' });
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Until a date and time' }));
    const later = asField(clock.now() / 1000 + 7200);
    fireEvent.input(await within(dialog).findByLabelText('Date and time'), { target: { value: later } });
    fireEvent.submit(dialog.querySelector('form') as HTMLFormElement);
    await screen.findByText('Snoozing 1 conversation…');
    await clock.advance(5000);
    await screen.findByText('1 conversation snoozed.');
    expect(desk.manyAsked.at(-1)).toEqual({ act: 'snooze', ids: ['cy'], until: fromField(later) });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is a tag, an agent or a block, too', async () => {
    const { clock, desk } = await start();
    await choose('ana');
    await tag('spam');
    await clock.advance(5000);
    await screen.findByText('1 conversation tagged.');
    await choose('bo');
    press('More for the selected conversations');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Me' }));
    await clock.advance(5000);
    await screen.findByText('1 conversation assigned.');
    await choose('cy');
    press('More for the selected conversations');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Block' }));
    await clock.advance(5000);
    await screen.findByText('1 conversation blocked.');
    expect(desk.manyAsked.map(({ act, ids }) => [act, ...ids])).toEqual([
      ['tag', 'ana'],
      ['assign', 'bo'],
      ['block', 'cy'],
    ]);
  });
});
