import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { RefusedRow } from '../../../examples/support-desk/inbox/model/decodeEmails';
import { lockedWords, refusedWords } from '../../../examples/support-desk/inbox/model/refusedWords';
import { EMAIL_REFUSALS } from '../../../examples/support-desk/shared/lists';
import { FakeDesk, message, T0 } from './support/fakeDesk';
import { articles, openInbox, renderInbox } from './support/renderInbox';

const row = (id: string, fields: Partial<RefusedRow> = {}): RefusedRow => ({
  id,
  reason: 'stranger',
  canAccept: true,
  conversationId: 'ana',
  sender: `${id}@other.example`,
  subject: 'Re: Blue',
  preview: `preview of ${id}`,
  refusedAt: T0,
  ...fields,
});
const SHOW = 'Show the whole email';
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('a message that came by email', () => {
  const open = async (fields: object, prepare: (desk: FakeDesk) => void = () => {}) => {
    const desk = new FakeDesk();
    desk.add('ana', {}, [message('m', { source: { type: 'email' }, ...fields })]);
    prepare(desk);
    await openInbox(desk, 'Visitor ana');
    return desk;
  };

  it('opens the whole email in its place, asked for once, and closes it again', async () => {
    const desk = await open({ email: { isFolded: true } }, ({ emails }) =>
      emails.whole.set('m', { text: 'text of m\n> שלום\nhttps://a.example', isCut: false }),
    );
    const show = await button(SHOW);
    expect(show.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(show);
    const whole = await screen.findByRole('region', { name: 'The whole email' });
    await within(whole).findByText(/שלום/);
    expect(whole.querySelector('[dir=auto]')).not.toBeNull();
    expect(within(whole).getByRole('link').getAttribute('href')).toBe('https://a.example/');
    expect(whole.textContent).not.toContain('in the mailbox');
    desk.emails.whole.clear();
    fireEvent.click(await button('Hide the whole email'));
    expect(screen.queryByRole('region', { name: 'The whole email' })).toBeNull();
    fireEvent.click(await button(SHOW));
    expect(await screen.findByText(/שלום/)).toBeTruthy();
  });

  it('says where the email was too long to be kept, and what has failed', async () => {
    const desk = await open({ email: { isFolded: true, isCut: true } });
    fireEvent.click(await button(SHOW));
    expect((await screen.findByRole('alert')).textContent).toContain('It is gone.');
    desk.emails.whole.set('m', { text: 'long', isCut: true });
    fireEvent.click(await button('Try again'));
    expect(await screen.findByText('The email is longer. The rest of it is in the mailbox.')).toBeTruthy();
  });

  it('has no such button where it says all of the email', async () => {
    await open({});
    expect(screen.queryByRole('button', { name: SHOW })).toBeNull();
  });

  it('names files that are missing, in English, whatever the visitor reads', async () => {
    const leftOut = [
      { name: 'a.exe', size: 2, reason: 'type' },
      { name: '', mediaType: 'x/y', size: 2048, reason: 'new' },
    ];
    await open({ text: 'Fehlende Dateien: a.exe', leftOut, saysLeftOut: true });
    const [article] = articles();
    expect(article?.textContent).toContain(
      'Not taken from the email: a.exe (2 bytes, its type is not allowed), x/y (2 kB, it was not accepted)',
    );
    expect(article?.textContent).not.toContain('Fehlende');
  });

  it('says from where an accepted one came', async () => {
    await open({ email: { from: 'eve@other.example', acceptedBy: 'Ben' } });
    expect(articles()[0]?.textContent).toContain('From eve@other.example, accepted by Ben');
  });
});

describe('emails that were not taken', () => {
  const open = async (refused: RefusedRow[], prepare: (desk: FakeDesk) => void = () => {}) => {
    const desk = new FakeDesk();
    desk.add('ana', {}, [message('m')]);
    desk.emails.refused = refused;
    prepare(desk);
    const { inbox } = await renderInbox(desk);
    return { desk, inbox };
  };
  const items = () => within(screen.getByRole('list', { name: 'Emails not taken' })).getAllByRole('listitem');

  it('are counted above the list, where an admin can accept them, and lead to theirs', async () => {
    const { desk } = await open([row('eve'), row('bot', { canAccept: false, reason: 'loop' })]);
    fireEvent.click(await button('1 email was not taken'));
    await screen.findByText('preview of eve');
    expect(items().map((item) => item.textContent?.includes('Its sender is not the one'))).toEqual([
      true,
      false,
    ]);
    expect(items()[1]?.textContent).toContain('It can never be a message. It stays in the mailbox.');
    expect(within(items()[1] as HTMLElement).queryByRole('button', { name: /^Accept/ })).toBeNull();
    desk.emails.refused = [row('new'), ...desk.emails.refused];
    desk.emit({ type: 'refused-emails' });
    await screen.findByText('preview of new');
    fireEvent.click(await button('Load older emails'));
    await waitFor(() => expect(items()).toHaveLength(3));
  });

  it('become messages, which are shown, or say why not', async () => {
    const { desk, inbox } = await open([row('eve')]);
    fireEvent.click(await button('1 email was not taken'));
    desk.emails.refusal = { ok: false, failure: 'server', reason: 'The mailbox cannot be read.' };
    fireEvent.click(await button('Accept the email from eve@other.example'));
    expect((await screen.findByRole('alert')).textContent).toBe('The mailbox cannot be read.');
    desk.emails.refusal = undefined;
    fireEvent.click(await button('Accept the email from eve@other.example'));
    await waitFor(() => expect(inbox.workspace.value?.activeId.value).toBe('ana'));
    expect(await screen.findByRole('log', { name: 'Messages' })).toBeTruthy();
  });

  it('can be removed, after which the heading has the focus', async () => {
    await open([row('eve')]);
    fireEvent.click(await button('1 email was not taken'));
    fireEvent.click(await button('Remove the email from eve@other.example'));
    expect(await screen.findByText('Every email was taken')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Not taken'));
  });

  it('are only read by agents who are no admins', async () => {
    await open([row('eve')], ({ accounts }) => {
      accounts.agent.role = 'agent';
    });
    fireEvent.click(await button('1 email was not taken'));
    await screen.findByText('preview of eve');
    expect(screen.getByText(/An admin can accept them/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Accept|Remove)/ })).toBeNull();
  });

  it('have words for each reason, also for one of a newer desk', () => {
    const words = [...EMAIL_REFUSALS, 'newer', '__proto__'].map(refusedWords);
    expect(new Set(words).size).toBe(EMAIL_REFUSALS.length + 1);
    for (const sentence of words) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(lockedWords('stranger')).not.toBe(lockedWords('loop'));
  });
});
