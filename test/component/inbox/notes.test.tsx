import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { mentionAt, mentionsIn, partsOf } from '../../../examples/support-desk/inbox/model/mentions';
import { withLabels } from '../../../examples/support-desk/inbox/model/people';
import type { AttentionBrowser } from '../../../examples/support-desk/inbox/platform/attentionBrowser';
import { FakeDesk, T0 } from './support/fakeDesk';
import { openConversation, quietBrowser, renderInbox, reply } from './support/renderInbox';

const BEN = { id: 'ben', name: 'Ben', email: 'ben@x.example', role: 'agent', online: true } as const;
const BEN_KAY = { ...BEN, id: 'kay', name: 'Ben Kay' };

const start = async (browser?: AttentionBrowser) => {
  const desk = new FakeDesk();
  desk.accounts.team = [BEN, BEN_KAY];
  desk.add('ana');
  desk.add('bo');
  const { inbox } = await renderInbox(desk, undefined, browser);
  await inbox.workspace.value?.team.refresh();
  await openConversation(inbox, 'Visitor ana');
  return { desk, inbox };
};
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
const type = (area: HTMLTextAreaElement, text: string): void => {
  area.focus();
  area.value = text;
  area.setSelectionRange(text.length, text.length);
  fireEvent.input(area);
};

describe('a note', () => {
  it('is written beside the reply, which keeps its text, and shown to the team alone', async () => {
    const { desk } = await start();
    fireEvent.input(reply(), { target: { value: 'Dear Ana' } });
    fireEvent.click(screen.getByRole('button', { name: 'Note' }));
    const area = await box();
    await waitFor(() => expect(document.activeElement).toBe(area));
    type(area, 'She paid twice');
    fireEvent.keyDown(area, { key: 'Enter' });
    const article = await screen.findByRole('article', { name: /^Note, Maya, / });
    expect(article.textContent).toContain('She paid twice');
    expect([desk.sent, area.value]).toEqual([[], '']);
    fireEvent.click(screen.getByRole('button', { name: 'Reply' }));
    await waitFor(() => expect(reply().value).toBe('Dear Ana'));
  });

  it('begins with a key, and Escape goes back to the reply', async () => {
    await start();
    fireEvent.keyDown(document.body, { key: 'm' });
    const area = await box();
    await waitFor(() => expect(document.activeElement).toBe(area));
    fireEvent.keyDown(area, { key: 'Escape' });
    await waitFor(() => expect(document.activeElement).toBe(reply()));
  });

  it('is still written as a note after the session ended and after a reload, not as a reply', async () => {
    const { desk, inbox } = await start();
    fireEvent.keyDown(document.body, { key: 'm' });
    type(await box(), 'She paid twice');
    desk.live?.onDenied();
    await screen.findByLabelText('Email address');
    await inbox.session.check();
    expect((await box()).value).toBe('She paid twice');
    expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull();
  });

  it.each([
    ['is dropped on the note', 'drop', () => screen.getByRole('textbox', { name: 'Note' })],
    ['is dropped on the messages', 'drop', () => screen.getByRole('log', { name: 'Messages' })],
    ['is pasted into the note', 'paste', () => screen.getByRole('textbox', { name: 'Note' })],
    ['comes from the button of the reply', 'change', () => screen.getByLabelText('Files to send')],
  ])('keeps a file from the visitor that %s, and says so', async (_, way, placeOf) => {
    const { desk } = await start();
    const files = [new File(['x'], 'fraud-check.png', { type: 'image/png' })];
    const give = (kind: string, place: Element): void => {
      const data = { types: ['Files'], files, getData: () => '' };
      const fields = { dataTransfer: data, clipboardData: data };
      place.dispatchEvent(Object.assign(new Event(kind, { bubbles: true, cancelable: true }), fields));
    };
    // The browser's dialog for files may be open while the agent changes to the note.
    const chooser = way === 'change' ? placeOf() : undefined;
    if (chooser) Object.defineProperty(chooser, 'files', { value: files });
    fireEvent.keyDown(document.body, { key: 'm' });
    await box();
    const place = chooser ?? placeOf();
    if (way === 'drop') {
      give('dragenter', place);
      await screen.findByText('A note has no files. Choose Reply to send files to the visitor.');
      expect(screen.queryByText('Drop the files to send them')).toBeNull();
    }
    give(way, place);
    const refused = /^Nothing was sent: a note has no files\./;
    expect((await screen.findByRole('alert')).textContent).toMatch(refused);
    expect([desk.uploads, desk.sent]).toEqual([[], []]);
    fireEvent.click(screen.getByRole('button', { name: 'Reply' }));
    fireEvent.click(screen.getByRole('button', { name: 'Note' }));
    await box();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is never told to the visitor as typing', async () => {
    const { desk } = await start();
    fireEvent.keyDown(document.body, { key: 'm' });
    type(await box(), 'She paid twice');
    fireEvent.keyDown(await box(), { key: 'Enter' });
    await screen.findByRole('article', { name: /^Note, Maya, / });
    expect(desk.activitiesOf('ana').filter((activity) => activity.startsWith('typing'))).toEqual([]);
    expect(desk.attended.map(({ state }) => state)).not.toContain('typing');
  });

  it('that could not be stored keeps its text, and is tried again under the same name', async () => {
    const { desk } = await start();
    desk.noteFailure = 'network';
    fireEvent.keyDown(document.body, { key: 'm' });
    const area = await box();
    type(area, 'Call her');
    fireEvent.keyDown(area, { key: 'Enter' });
    await screen.findByText(/The desk cannot be reached/);
    expect(area.value).toBe('Call her');
    desk.noteFailure = undefined;
    fireEvent.keyDown(area, { key: 'Enter' });
    await screen.findByRole('article', { name: /^Note/ });
    expect(new Set(desk.notes.map(({ referenceId }) => referenceId)).size).toBe(1);
  });

  it('mentions the colleague who is chosen after an @', async () => {
    const { desk } = await start();
    fireEvent.keyDown(document.body, { key: 'm' });
    const area = await box();
    type(area, 'Please look, @k');
    await waitFor(() => expect(document.querySelectorAll('.slash-option')).toHaveLength(1));
    fireEvent.keyDown(area, { key: 'Enter' });
    await waitFor(() => expect(area.value).toBe('Please look, @Ben Kay '));
    fireEvent.keyDown(area, { key: 'Enter' });
    await waitFor(() => expect(desk.notes[0]?.mentions).toEqual(['kay']));
  });
});

describe('a note of a colleague', () => {
  const note = (mentions: string[]) => ({
    _id: 'n1',
    createdAt: T0 + 2000,
    text: 'Can you, @Maya?',
    author: { id: 'ben', name: 'Ben' },
    mentions,
  });

  it('that mentions the agent marks the row and alerts them once, until they have read it', async () => {
    const told: string[] = [];
    const browser: AttentionBrowser = {
      ...quietBrowser(),
      watched: () => false,
      play: () => void told.push('sound'),
    };
    const { desk, inbox } = await start(browser);
    Object.assign(desk.of('bo'), { mentioned: ['maya'] });
    desk.emit({ type: 'note', conversation: desk.of('bo'), note: note(['maya']) });
    await screen.findByText('A note mentions you');
    await waitFor(() =>
      expect(document.querySelector('[data-announcer]')?.textContent).toContain('Ben mentioned you'),
    );
    await waitFor(() => expect(told).toEqual(['sound']));
    await openConversation(inbox, 'Visitor bo');
    await waitFor(() => expect(desk.activitiesOf('bo')).toContain('conversation:read'));
  });

  it('that mentions the agent is read with one call when they open it, and with one more for the next', async () => {
    const { desk, inbox } = await start();
    const reads = () => desk.activitiesOf('bo').filter((type) => type === 'conversation:read').length;
    const mentions = (id: string): void => {
      Object.assign(desk.of('bo'), { mentioned: ['kay', 'maya'] });
      desk.emit({ type: 'note', conversation: desk.of('bo'), note: { ...note(['maya']), _id: id } });
    };
    mentions('n1');
    await screen.findByText('A note mentions you');
    await openConversation(inbox, 'Visitor bo');
    await waitFor(() => expect(reads()).toBe(1));
    await inbox.workspace.value?.catchUp();
    await waitFor(() => expect(screen.queryByText('A note mentions you')).toBeNull());
    mentions('n2');
    await waitFor(() => expect(reads()).toBe(2));
    await inbox.workspace.value?.catchUp();
    expect(reads()).toBe(2);
  });

  it('that mentions somebody else alerts nobody, and is shown where the conversation is open', async () => {
    const { desk } = await start();
    desk.emit({ type: 'note', conversation: desk.of('ana'), note: note(['kay']) });
    await screen.findByRole('article', { name: /^Note, Ben/ });
    expect(document.querySelector('[data-announcer]')?.textContent ?? '').not.toContain('mentioned');
  });
});

describe('mentions in a text', () => {
  const team = [BEN, BEN_KAY].map((one) => ({ ...one, label: one.name }));
  it.each([
    ['@Ben', ['ben']],
    ['@ben kay and @BEN', ['kay', 'ben']],
    ['@Benno', []],
    ['mail@Ben', []],
    ['(@Ben), @Ben', ['ben']],
    ['https://video.example/@Ben https://a.example/?by=@Ben&x=(@Ben)', []],
    ['video.example/@Ben www.a.example/x/@Ben, Ben@Ben.example', []],
    ['@Ben Kay/@Ben https://a.example @Ben', ['kay', 'ben']],
    ['See https://a.example/.@Ben: (@Ben)', ['ben']],
    ['', []],
  ])('of %j are %j', (text, ids) => {
    expect(mentionsIn(text, team)).toEqual(ids);
    expect(
      partsOf(text, team)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('of a name that several have are all of them, and of a label the one', () => {
    const adas = withLabels(
      [
        { id: 'a1', name: 'Ada', email: 'ada@shop.example' },
        { id: 'a2', name: 'ada', email: 'a2@shop.example' },
        { id: 'b', name: 'Ben', email: 'ben@shop.example' },
      ],
      ({ email }) => email,
    );
    expect(adas.map(({ label }) => label)).toEqual([
      'Ada (ada@shop.example)',
      'ada (a2@shop.example)',
      'Ben',
    ]);
    expect(mentionsIn('@Ada', adas)).toEqual(['a1', 'a2']);
    for (const { id, label } of adas) expect(mentionsIn(`Hi @${label}: look`, adas)).toEqual([id]);
  });

  it('begin with an @ that starts a word', () => {
    expect(mentionAt('Hi @be', 6)).toEqual({ from: 3, word: 'be' });
    expect(mentionAt('mail@be', 7)).toBeUndefined();
  });
});
