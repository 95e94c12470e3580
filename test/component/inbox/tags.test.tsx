import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { FakeDesk } from './support/fakeDesk';
import { openConversation, renderInbox } from './support/renderInbox';

const start = async () => {
  const desk = new FakeDesk();
  desk.ticketFields = [{ id: '1', title: 'Size' }];
  desk.add('ann', {
    displayName: 'Ann',
    tags: ['vip', 'refund'],
    fields: [
      { id: '1', value: ['small', 'large'] },
      { id: '2', value: true },
    ],
  });
  desk.add('bob', { displayName: 'Bob', tags: ['vip'] });
  desk.add('cid', { displayName: 'Cid' });
  const { inbox } = await renderInbox(desk);
  return { desk, inbox };
};
const names = () =>
  within(screen.getByRole('list', { name: 'Conversations' }))
    .getAllByRole('button')
    .map((row) => /^(Ann|Bob|Cid)/.exec(row.textContent?.replace(/^[A-Z](?=[A-Z])/, '') ?? '')?.[0]);
const filter = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tag' });
/** Chooses an option. `fireEvent.change` sends an input event where compat is loaded. */
const choose = (select: HTMLSelectElement, value: string) => {
  select.value = value;
  fireEvent(select, new Event('change', { bubbles: true }));
};
const tags = () => screen.queryAllByTitle(/^Show conversations/).map((tag) => tag.textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const newTag = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'New tag' });
const add = (tag: string) => {
  fireEvent.input(newTag(), { target: { value: tag } });
  press('Add');
};

describe('the details of a conversation', () => {
  it('show its ticket fields by their names, and its tags', async () => {
    const { inbox } = await start();
    await openConversation(inbox, 'Ann');
    const details = screen.getByRole('region', { name: 'Visitor details' });
    await waitFor(() => expect(details.textContent).toContain('Sizesmall, large'));
    expect(details.textContent).toContain('Field 2Yes');
    expect(tags()).toEqual(['vip', 'refund']);
  });

  it('let an agent add and remove a tag, and keep the focus for the next', async () => {
    const { inbox, desk } = await start();
    await openConversation(inbox, 'Ann');
    add(' new ');
    await waitFor(() => expect(tags()).toEqual(['vip', 'refund', 'new']));
    expect(newTag().value).toBe('');
    press('Remove the tag vip');
    await waitFor(() => expect(tags()).toEqual(['refund', 'new']));
    expect(document.activeElement).toBe(newTag());
    expect(desk.of('ann').tags).toEqual(['refund', 'new']);
  });

  it('say why a tag was not added, and keep what was written', async () => {
    const { inbox, desk } = await start();
    await openConversation(inbox, 'Ann');
    desk.tagFailure = 'rejected';
    desk.tagReason = 'Expected a tag of letters';
    add('#');
    await screen.findByText('Expected a tag of letters');
    expect([newTag().value, newTag().getAttribute('aria-invalid')]).toEqual(['#', 'true']);
    desk.tagFailure = 'network';
    press('Add');
    await screen.findByText(/cannot be reached/);
    desk.tagFailure = undefined;
    press('Add');
    await waitFor(() => expect(newTag().value).toBe(''));
    expect(screen.queryByText(/cannot be reached/)).toBeNull();
  });

  it('follow what the page and other agents say', async () => {
    const { inbox, desk } = await start();
    await openConversation(inbox, 'Ann');
    desk.of('ann').tags = ['told'];
    desk.emit({ type: 'conversation:updated', conversation: desk.of('ann') });
    await waitFor(() => expect(tags()).toEqual(['told']));
  });
});

describe('the list', () => {
  it('shows the conversations that have a tag, with those that the desk finds', async () => {
    const { desk } = await start();
    expect([...filter().options].map((option) => option.text)).toEqual(['Any tag', 'refund', 'vip']);
    choose(filter(), 'vip');
    await waitFor(() => expect(names().sort()).toEqual(['Ann', 'Bob']));
    await waitFor(() => expect(desk.queries.at(-1)).toMatchObject({ tag: 'vip' }));
    choose(filter(), '');
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  it('is filtered by a press on a tag, and by another press no longer', async () => {
    const { inbox } = await start();
    await openConversation(inbox, 'Ann');
    press('refund');
    await waitFor(() => expect(names()).toEqual(['Ann']));
    expect(filter().value).toBe('refund');
    press('refund');
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  it('says when nothing has the tag, and how to go back', async () => {
    const { inbox } = await start();
    await openConversation(inbox, 'Ann');
    press('refund');
    press('Remove the tag refund');
    await screen.findByText('Nothing here has the tag “refund”');
    press('Show any tag');
    await waitFor(() => expect(names()).toHaveLength(3));
  });
});
