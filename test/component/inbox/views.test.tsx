import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { filterWords, waitWords } from '../../../examples/support-desk/inbox/model/viewWords';
import { createFakeClock } from '../../support/fakeClock';
import { createFakeBar } from './support/fakeBar';
import { FakeDesk, message, T0 } from './support/fakeDesk';
import { renderInbox } from './support/renderInbox';

const HOUR = 3600;

const start = async (hash = '', clock?: ReturnType<typeof createFakeClock>) => {
  const desk = new FakeDesk();
  const now = (clock?.now() ?? Date.now()) / 1000;
  desk.accounts.team = [
    { id: 'maya', name: 'Maya', email: '', role: 'admin', online: true },
    { id: 'ben', name: 'Ben', email: '', role: 'agent', online: true },
    { id: 'cleo', name: 'Cleo', email: '', role: 'agent', online: false, removedAt: T0 },
  ];
  const add = (id: string, more: Parameters<FakeDesk['add']>[1]) =>
    desk.add(id, more, [message(`m-${id}`, { received: now - 10 })]);
  add('ana', { tags: ['vip'], assignee: 'Ben', assigneeId: 'ben', waitingSince: now - 2 * HOUR });
  add('bo', { tags: ['vip'], waitingSince: now - 50 * 60 });
  add('chi', { tags: ['late'] });
  const vips = desk.views.add('VIPs', { view: 'open', tag: 'vip' });
  desk.views.add('My late ones', { view: 'open', tag: 'late', sort: 'waiting' }, false);
  const bar = createFakeBar(hash);
  const { inbox } = await renderInbox(desk, undefined, undefined, bar, undefined, clock);
  await screen.findByRole('radio', { name: 'VIPs 1' });
  return { desk, inbox, vips, bar };
};
const names = (): string[] =>
  [...document.querySelectorAll('.row-name')].map((name) => name.textContent?.replace('Visitor ', '') ?? '');
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const choose = async (item: string) => {
  press('Filters and views');
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
};
/** Chooses an option. `fireEvent.change` sends an input event where compat is loaded. */
const select = (name: string, value: string) => {
  const field = screen.getByRole<HTMLSelectElement>('combobox', { name });
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
};
const submit = (dialog: HTMLElement) => fireEvent.submit(dialog.querySelector('form') as HTMLFormElement);
const nameField = (dialog: HTMLElement) => within(dialog).getByRole('textbox', { name: 'Name' });

describe('a saved view', () => {
  it('is in the row of views with its count, sets the whole list, and leaves nothing of itself in others', async () => {
    const { bar } = await start();
    expect([...document.querySelectorAll('.view-name')].slice(-2).map((one) => one.textContent)).toEqual([
      'VIPs',
      'My late ones',
    ]);
    expect(radio(/^VIPs/).closest('label')?.title).toBe('The team’s view: All, with the tag “vip”');
    fireEvent.click(radio(/^VIPs/));
    await waitFor(() => expect(names()).toEqual(['ana', 'bo']));
    expect([radio(/^VIPs/).checked, radio(/^All/).checked]).toEqual([true, false]);
    expect(bar.bar.read()).toBe('tag=vip&saved=view-1');
    fireEvent.click(radio(/^My late/));
    await waitFor(() => expect(names()).toEqual(['chi']));
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Order' }).value).toBe('waiting');
    fireEvent.click(radio(/^All/));
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(bar.bar.read()).toBe('');
  });

  it('is kept by the address over a reload', async () => {
    await start('tag=vip&saved=view-1');
    await waitFor(() => expect(radio(/^VIPs/).checked).toBe(true));
    expect(names()).toEqual(['ana', 'bo']);
    expect(screen.queryByText('Changed')).toBeNull();
  });

  it('keeps what the list shows under a name, for the agent or the team', async () => {
    const { desk } = await start();
    press('Filters and views');
    expect(screen.queryByRole('menuitem', { name: 'Save as a view…' })).toBeNull();
    press('Filters and views');
    await choose('By agent and wait');
    select('Agent', 'ben');
    select('Wait', String(HOUR));
    select('Tag', 'vip');
    await waitFor(() => expect(names()).toEqual(['ana']));
    await waitFor(() =>
      expect(desk.queries.at(-1)).toMatchObject({
        view: 'open',
        assigneeId: 'ben',
        waits: '3600',
        tag: 'vip',
      }),
    );
    await choose('Save as a view…');
    const dialog = await screen.findByRole('dialog', { name: 'Save as a view' });
    within(dialog).getByText('All, of Ben, with the tag “vip”, waiting 1 hour or longer.');
    fireEvent.input(nameField(dialog), { target: { value: 'VIPs' } });
    fireEvent.click(within(dialog).getByRole('radio', { name: 'The team' }));
    submit(dialog);
    await within(dialog).findByText('There is a view with the name VIPs.');
    fireEvent.input(nameField(dialog), { target: { value: ' Ben’s VIPs ' } });
    submit(dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(desk.views.all.at(-1)).toMatchObject({
      name: 'Ben’s VIPs',
      shared: true,
      filter: { view: 'open', agentId: 'ben', tag: 'vip', waits: HOUR },
    });
    expect(radio(/^Ben’s VIPs/).checked).toBe(true);
  });

  it('shows that the list was changed, and takes that back or keeps it, unless a colleague was first', async () => {
    const { inbox, vips } = await start();
    fireEvent.click(radio(/^VIPs/));
    await waitFor(() => expect(names()).toEqual(['ana', 'bo']));
    select('Order', 'waiting');
    await screen.findByText('Changed');
    press('Reset');
    await waitFor(() => expect(screen.queryByText('Changed')).toBeNull());
    expect(inbox.workspace.value?.listing.sort.value).toBe('newest');
    select('Order', 'waiting');
    await screen.findByText('Changed');
    // Not heard of yet.
    vips.savedAt += 10;
    press('Save for the team');
    await screen.findByText('Ben has changed this view in the meantime.');
    press('Save for the team');
    await waitFor(() => expect(vips.filter).toMatchObject({ tag: 'vip', sort: 'waiting' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull());
  });

  it('follows what colleagues do with it, and its list stays when they remove it', async () => {
    const { desk, vips } = await start();
    fireEvent.click(radio(/^VIPs/));
    await waitFor(() => expect(names()).toEqual(['ana', 'bo']));
    desk.views.byColleague(() => {
      Object.assign(vips, { name: 'Late', filter: { view: 'open', tag: 'late' }, savedAt: 50 });
    });
    await waitFor(() => expect(names()).toEqual(['chi']));
    expect(radio(/^Late/).checked).toBe(true);
    desk.views.byColleague(() => {
      desk.views.all = [];
    });
    await waitFor(() => expect(screen.queryByRole('radio', { name: /^Late/ })).toBeNull());
    expect([names(), radio(/^All/).checked]).toEqual([['chi'], true]);
    desk.views.byColleague(() => desk.views.add('New', { view: 'mine' }));
    await screen.findByRole('radio', { name: /^New/ });
  });

  it('gets another name, goes to the team, and is removed, also by the command menu', async () => {
    const { desk } = await start();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const field = await screen.findByRole('combobox', { name: 'Command' });
    fireEvent.input(field, { target: { value: 'late ones' } });
    fireEvent.click(await screen.findByRole('option', { name: /Show: My late ones/ }));
    await waitFor(() => expect(names()).toEqual(['chi']));
    await choose('Change the view…');
    const dialog = await screen.findByRole('dialog', { name: 'Change the view' });
    fireEvent.input(nameField(dialog), { target: { value: 'Late ones' } });
    fireEvent.click(within(dialog).getByRole('radio', { name: 'The team' }));
    submit(dialog);
    await waitFor(() => expect(desk.views.all[1]).toMatchObject({ name: 'Late ones', shared: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await choose('Remove the view…');
    const question = await screen.findByRole('dialog', { name: 'Remove the view?' });
    expect(question.textContent).toContain('Late ones goes for the whole team.');
    submit(question);
    await waitFor(() => expect(desk.views.all).toHaveLength(1));
    // The list stays.
    expect(names()).toEqual(['chi']);
  });

  it('that names somebody who was removed, or a tag that nothing has, shows that and loses nothing', async () => {
    const { desk } = await start();
    desk.views.byColleague(() => {
      desk.views.add('Cleo’s', { view: 'closed', agentId: 'cleo' });
      desk.views.add('Of a bot', { view: 'open', agentId: 'gone' });
      desk.views.add('Sale', { view: 'open', tag: 'sale' });
    });
    fireEvent.click(await screen.findByRole('radio', { name: /^Cleo’s/ }));
    await screen.findByText('Nothing here is with Cleo (removed)');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Agent' }).value).toBe('cleo');
    fireEvent.click(radio(/^Of a bot/));
    await screen.findByText('Nothing here is with someone removed');
    fireEvent.click(radio(/^Sale/));
    await screen.findByText('Nothing here has the tag “sale”');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tag' }).value).toBe('sale');
    expect(screen.queryByText('Changed')).toBeNull();
  });
});

describe('the filters of the list', () => {
  it('show who waits long enough, and more as time passes', async () => {
    const clock = createFakeClock();
    const { inbox } = await start('', clock);
    inbox.workspace.value?.listing.choose({ waits: HOUR });
    await waitFor(() => expect(names()).toEqual(['ana']));
    await clock.advance(11 * 60_000);
    await waitFor(() => expect(names()).toEqual(['ana', 'bo']));
    fireEvent.click(radio(/^Closed/));
    await waitFor(() => expect(inbox.workspace.value?.listing.chosen.value.waits).toBe(0));
  });

  it('are in words', () => {
    expect([900, 5400, HOUR, 86_400, 259_200].map((one) => waitWords(one))).toEqual([
      '15 minutes',
      '90 minutes',
      '1 hour',
      '1 day',
      '3 days',
    ]);
    expect(filterWords({ view: 'mine', search: 'boots', sort: 'waiting' }, () => '')).toBe(
      'Mine, found by “boots”, longest wait first',
    );
  });
});
