import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { fillFor, unfilled, unfilledWords } from '../../../examples/support-desk/inbox/model/variables';
import { createSafeStorage } from '../../../examples/support-desk/inbox/platform/storage';
import { createFakeClock, type FakeClock } from '../../support/fakeClock';
import { createFakeStorage } from '../../support/fakeStorage';
import { conversation, FakeDesk } from './support/fakeDesk';
import { closeInboxes, openConversation, renderInbox, reply } from './support/renderInbox';

const FILE = {
  id: 'file-0',
  fileName: 'map.png',
  mediaType: 'image/png',
  size: 900,
  mediaUrl: 'https://desk.example/map.png',
};

const start = async ({ clock }: { clock?: FakeClock } = {}) => {
  const desk = new FakeDesk();
  desk.add('ana');
  desk.add('bo');
  desk.savedReplies.add('paid', 'It is paid.', {
    folder: 'Billing',
    acts: [{ act: 'close' }, { act: 'tag', tag: 'billing' }],
    files: [FILE],
  });
  desk.savedReplies.add('plan', 'You have {{field.plan}}, {{visitor.name|friend}}. {{nope}}');
  const area = createFakeStorage();
  const storage = createSafeStorage(() => area);
  const { inbox } = await renderInbox(desk, storage, undefined, undefined, undefined, clock);
  await openConversation(inbox, 'Visitor ana');
  return { desk, inbox, storage };
};

const type = (text: string): void => {
  const area = reply();
  area.focus();
  area.value = text;
  area.setSelectionRange(text.length, text.length);
  fireEvent.input(area);
};
const press = (key: string) => fireEvent.keyDown(reply(), { key });
const pick = async (shortcut: string): Promise<void> => {
  type(`/${shortcut}`);
  await waitFor(() => expect(document.querySelector('.slash-option')).toBeTruthy());
  press('Enter');
  await waitFor(() => expect(reply().value).not.toContain('/'));
};
const chips = (): string[] =>
  [...document.querySelectorAll('.next-acts .act-words')].map((chip) => chip.textContent ?? '');

describe('a saved reply with acts', () => {
  it('shows them near the button, and the desk does them once it has the reply', async () => {
    const { desk } = await start();
    await pick('paid');
    expect(chips()).toEqual(['send map.png', 'tag billing', 'close']);
    expect(screen.getByText('Then: send map.png, tag billing, close.')).toBeTruthy();
    press('Enter');
    await waitFor(() => expect(desk.of('ana')).toMatchObject({ status: 'idle', tags: ['billing'] }));
    expect(desk.sent[0]?.body).toMatchObject({
      text: 'It is paid.',
      followUp: {
        acts: [{ act: 'file', fileId: 'file-0' }, { act: 'tag', tag: 'billing' }, { act: 'close' }],
        seen: { received: expect.any(Number), assigneeId: null },
      },
    });
    expect(chips()).toEqual([]);
    await waitFor(() => expect(desk.messages.get('ana')).toHaveLength(3));
  });

  it('loses one that is removed, and all when the text is emptied', async () => {
    const { desk } = await start();
    await pick('paid');
    fireEvent.click(screen.getByRole('button', { name: 'Do not close' }));
    await waitFor(() => expect(document.activeElement).toBe(reply()));
    expect(chips()).toEqual(['send map.png', 'tag billing']);
    type('');
    expect(chips()).toEqual([]);
    type('Hello');
    press('Enter');
    await waitFor(() => expect(desk.sent[0]?.body.text).toBe('Hello'));
    expect(desk.sent[0]?.body.followUp).toBeUndefined();
  });

  it('gets them back with its text when it is undone', async () => {
    const clock = createFakeClock();
    const { desk } = await start({ clock });
    await pick('paid');
    press('Enter');
    await screen.findByText('Sending in a moment, then: send map.png, tag billing, close');
    expect(chips()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(reply().value).toBe('It is paid.'));
    expect(chips()).toEqual(['send map.png', 'tag billing', 'close']);
    await clock.advance(10_000);
    expect([desk.sent, desk.of('ana').status]).toEqual([[], 'active']);
  });

  it('keeps them through a reload, while it is written and while it waits', async () => {
    const { desk, storage } = await start();
    await pick('paid');
    closeInboxes();
    const { inbox } = await renderInbox(desk, storage);
    await openConversation(inbox, 'Visitor ana');
    expect([reply().value, chips()]).toEqual(['It is paid.', ['send map.png', 'tag billing', 'close']]);
    desk.sendFailure = 'network';
    press('Enter');
    await screen.findByText('Then: send map.png, tag billing, close');
    expect(desk.of('ana').status).toBe('active');
    closeInboxes();
    desk.sendFailure = undefined;
    await renderInbox(desk, storage);
    await waitFor(() => expect(desk.of('ana')).toMatchObject({ status: 'idle', tags: ['billing'] }));
    const [first, second] = desk.sent.map(({ body }) => body.referenceId);
    expect(second).toBe(first);
  });

  it('says what was not done, tries it again, and never sends the reply twice', async () => {
    const { desk, inbox } = await start();
    desk.actRefusals.set('close', 'Ben has the conversation now');
    await pick('paid');
    press('Enter');
    const alert = await screen.findByText('close (Ben has the conversation now)');
    expect(desk.of('ana').tags).toEqual(['billing']);
    await openConversation(inbox, 'Visitor bo');
    await screen.findByRole('button', { name: 'Visitor ana: not all was done after your reply' });
    fireEvent.click(screen.getByRole('button', { name: /not all was done/ }));
    desk.actRefusals.clear();
    desk.followFailure = 'network';
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByText(/^close \(The desk cannot be reached/);
    desk.followFailure = undefined;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(desk.of('ana').status).toBe('idle'));
    expect(alert.isConnected).toBe(false);
    expect(screen.queryByText(/This was not done/)).toBeNull();
    expect([desk.sent.length, desk.followUps.at(-1)?.body.acts]).toEqual([1, [{ act: 'close' }]]);
  });

  it('asks again for what followed a reply whose answer was lost', async () => {
    const { desk } = await start();
    desk.loseAnswers = true;
    desk.sendFailure = 'network';
    await pick('paid');
    press('Enter');
    await waitFor(() => expect(desk.messages.get('ana')?.at(-1)?.text).toBe('It is paid.'));
    expect(desk.of('ana').status).toBe('active');
    desk.sendFailure = undefined;
    desk.live?.onReady();
    await waitFor(() => expect(desk.of('ana')).toMatchObject({ status: 'idle', tags: ['billing'] }));
    expect(desk.messages.get('ana')?.filter(({ text }) => text === 'It is paid.')).toHaveLength(1);
  });
});

describe('variables', () => {
  const of = (extra: object) => ({
    conversation: conversation('ana', extra),
    agent: 'Maya',
    inbox: 'Tidewater',
    fieldName: (id: string) => (id === '7' ? 'Order' : id),
  });
  const visitor = {
    appUserId: 'a',
    email: 'ana@x.example',
    locale: 'fr',
    currentTitle: 'Canoës',
    currentUrl: 'https://x.example/%D9%82/a%20b%3Fc?q=1#top',
    properties: [
      { name: 'Plan', value: 'Pro' },
      { name: 'phone', value: 5550100 },
    ],
  };

  it.each([
    ['{{name}}, {{agent}}', 'Visitor ana, Maya'],
    ['{{ visitor.email }} {{visitor.phone}}', 'ana@x.example 5550100'],
    ['{{visitor.language}} {{page.title}}', 'français Canoës'],
    ['{{page.address}}', 'https://x.example/ق/a%20b%3Fc'],
    ['{{field.plan}} {{field.order}} {{inbox.name}}', 'Pro 12 Tidewater'],
    ['{{field.size|any size}} {{nope|x}}', 'any size {{nope|x}}'],
    ['{{field.size}}{{field.size|}}.', '{{field.size}}.'],
  ])('%s becomes %s', (text, filled) => {
    expect(fillFor(text, of({ visitor, fields: [{ id: '7', value: '12' }] }))).toBe(filled);
  });

  it('leave out the name of somebody unknown, or use the fallback', () => {
    const nobody = of({ nameFrom: 'desk' });
    expect(fillFor('Hi {{name}}! Hi {{visitor.name|there}}!', nobody)).toBe('Hi! Hi there!');
    expect(unfilled('{{a}} {{a}} {{page.title}}').map(unfilledWords)).toEqual([
      '{{a}} is not a variable',
      '{{page.title}} has no value here',
    ]);
  });

  it('that are not filled in are shown, and never sent unseen', async () => {
    const { desk } = await start();
    await pick('plan');
    expect(reply().value).toBe('You have {{field.plan}}, Visitor ana. {{nope}}');
    const words = '{{field.plan}} has no value here and {{nope}} is not a variable.';
    expect(screen.getByText(`${words} Replace it before you send.`)).toBeTruthy();
    press('Enter');
    const alert = within(await screen.findByRole('alert'));
    const correct = alert.getByRole('button', { name: 'Correct' });
    await waitFor(() => expect(document.activeElement).toBe(correct));
    fireEvent.click(correct);
    await waitFor(() => expect(document.activeElement).toBe(reply()));
    expect([reply().selectionStart, reply().selectionEnd]).toEqual([9, 23]);
    press('Enter');
    expect(desk.sent).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Send as written' }));
    await waitFor(() => expect(desk.sent[0]?.body.text).toContain('{{nope}}'));
  });
});
