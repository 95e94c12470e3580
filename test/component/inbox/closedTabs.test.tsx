import { screen, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, test } from 'vitest';
import { openUnsentStorage } from '../../../examples/support-desk/inbox/platform/unsentStorage';
import { createFakeStorage, createFullStorage } from '../../support/fakeStorage';
import { account } from './support/fakeAccounts';
import { FakeDesk, message } from './support/fakeDesk';
import { closeInboxes, openConversation, renderInbox, reply, row, sendReply } from './support/renderInbox';

/** One browser, with its storage and its locks. */
const createBrowser = (local = createFakeStorage(), hasLocks = true) => {
  const held = new Set<string>();
  const request = async (name: string, _: object, work: (lock: unknown) => unknown) => {
    if (held.has(name)) return work(null);
    held.add(name);
    try {
      return await work({ name });
    } finally {
      held.delete(name);
    }
  };
  let ids = 0;
  /** A tab. @param session what a copied or a reloaded tab has already */
  const tab = async (session = createFakeStorage(), place = 'https://desk.example/agent/') => {
    const unsent = await openUnsentStorage({
      local: () => local,
      session: () => session,
      locks: hasLocks ? ({ request } as unknown as LockManager) : undefined,
      place,
      newId: () => `tab-${++ids}`,
    });
    return { ...unsent, session };
  };
  return { tab, local };
};

let desk = new FakeDesk();
beforeEach(() => {
  desk = new FakeDesk();
  for (const id of ['ana', 'bo']) desk.add(id);
});
const soon = () => new Promise((done) => setTimeout(done));
const close = async (unsent: { release(): void }): Promise<void> => {
  closeInboxes();
  unsent.release();
  await soon();
};
const asks = (inbox: { holdsUnsaved: { value: boolean } }) => inbox.holdsUnsaved.value;
const stored = () => desk.messages.get('ana')?.map((m) => m.text);

const it = test.extend('browser', () => createBrowser());

describe('what an agent had not sent when they closed the tab', () => {
  it('is asked about if it waits for the desk, and the next tab sends it once', async ({ browser }) => {
    const first = await browser.tab();
    const { inbox } = await renderInbox(desk, first);
    await openConversation(inbox, 'Visitor ana');
    desk.sendFailure = 'network';
    sendReply('One');
    await waitFor(() => expect(asks(inbox)).toBe(true));
    await close(first);
    desk.sendFailure = undefined;
    desk.sent.length = 0;
    const next = await renderInbox(desk, await browser.tab());
    await waitFor(() => expect(stored()).toEqual(['text of m-ana', 'One']));
    await waitFor(() => expect(asks(next.inbox)).toBe(false));
    await renderInbox(desk, await browser.tab());
    expect(desk.sent).toHaveLength(1);
  });

  it('is taken over by a tab that was open, when the agent comes back to it', async ({ browser }) => {
    const { inbox } = await renderInbox(desk, await browser.tab());
    const other = await browser.tab();
    const of = { key: 'r', message: { type: 'text', text: 'Late', received: 5 }, failure: 'network' };
    other.own.set('porch.agentId', 'maya');
    other.own.set('porch.agentOutbox', JSON.stringify({ ana: [of] }));
    other.own.set('porch.agentDrafts', JSON.stringify({ bo: 'Dear Bo', ana: 'Dear Ana' }));
    inbox.workspace.value?.drafts.set('ana', 'And:');
    await inbox.takeLeft();
    expect([desk.sent, inbox.workspace.value?.drafts.ids.value]).toEqual([[], ['ana']]);
    other.release();
    await soon();
    await inbox.takeLeft();
    await waitFor(() => expect(stored()).toEqual(['text of m-ana', 'Late']));
    const { drafts } = inbox.workspace.value ?? {};
    expect([drafts?.get('bo'), drafts?.get('ana')]).toEqual(['Dear Bo', 'Dear Ana\nAnd:']);
  });

  it('is in the box of the next tab: draft, note and quote, after a reload, too', async ({ browser }) => {
    let tab = await browser.tab();
    const first = await renderInbox(desk, tab);
    await openConversation(first.inbox, 'Visitor ana');
    first.inbox.workspace.value?.quote(message('m-ana'));
    first.inbox.workspace.value?.write('ana', 'Ten minutes of work');
    first.inbox.workspace.value?.notes.setDraft('bo', 'She paid twice');
    first.inbox.workspace.value?.notes.setWriting('bo', true);
    for (const session of [undefined, tab.session]) {
      await close(tab);
      tab = await browser.tab(session);
      const { inbox } = await renderInbox(desk, tab);
      await waitFor(() => expect(row('Visitor ana').textContent).toContain('Ten minutes'));
      await openConversation(inbox, 'Visitor ana');
      expect(reply().value).toBe('Ten minutes of work');
      expect(inbox.workspace.value?.quoted.value?._id).toBe('m-ana');
      await openConversation(inbox, 'Visitor bo');
      expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('She paid twice');
      expect(asks(inbox)).toBe(false);
    }
  });

  it('is never shown to another agent who signs in, and deleted then', async ({ browser }) => {
    const first = await browser.tab();
    const { inbox } = await renderInbox(desk, first);
    inbox.workspace.value?.write('ana', 'Between us');
    await close(first);
    desk.accounts.agent = account('ben', 'Ben');
    const second = await renderInbox(desk, await browser.tab());
    await waitFor(() => expect(JSON.stringify(browser.local)).not.toContain('Between us'));
    expect(second.inbox.workspace.value?.drafts.ids.value).toEqual([]);
  });

  it('is kept while nobody is signed in, and deleted when its agent signs out', async ({ browser }) => {
    const first = await browser.tab();
    const { inbox } = await renderInbox(desk, first);
    inbox.workspace.value?.write('ana', 'Half an answer');
    await close(first);
    desk.accounts.signedIn = false;
    const second = await browser.tab(first.session);
    const later = await renderInbox(desk, second).catch(() => undefined);
    expect([later?.inbox.workspace.value, second.own.get('porch.agentDrafts')]).toEqual([
      undefined,
      '{"ana":"Half an answer"}',
    ]);
    await close(second);
    desk.accounts.signedIn = true;
    const third = await renderInbox(desk, await browser.tab());
    await waitFor(() => expect(third.inbox.workspace.value?.drafts.get('ana')).toBe('Half an answer'));
    const closed = await browser.tab();
    closed.own.set('porch.agentDrafts', '{"bo":"Half"}');
    closed.release();
    await soon();
    await third.inbox.session.signOut();
    await waitFor(() => expect(JSON.stringify(browser.local)).not.toContain('Half'));
  });
});

describe('the storage of a tab', () => {
  it('is its own while it is open, also where the tab is copied or another desk is at the same origin', async () => {
    const browser = createBrowser();
    const first = await browser.tab();
    first.own.set('porch.agentDrafts', 'mine');
    const left: unknown[] = [];
    const copies = [
      await browser.tab(createFakeStorage({ ...first.session })),
      await browser.tab(undefined, '/b/'),
    ];
    for (const copy of copies) {
      await copy.takeLeft((of) => left.push(of.get('porch.agentDrafts')) > 0);
      expect([left, copy.own.get('porch.agentDrafts'), copy.lasts]).toEqual([[], undefined, true]);
    }
    first.release();
    await soon();
    for (const copy of copies.reverse())
      await copy.takeLeft((of) => left.push(of.get('porch.agentDrafts')) > 0);
    expect(left).toEqual(['mine']);
  });

  it('has what an earlier version kept', async () => {
    const session = createFakeStorage({ 'porch.agentDrafts': 'old', other: 'x' });
    const { own } = await createBrowser().tab(session);
    expect([own.get('porch.agentDrafts'), Object.keys(session)]).toEqual(['old', ['other', 'porch.tabId']]);
  });

  it.each([
    ['without locks', createBrowser(undefined, false)],
    ['where nothing can be stored', createBrowser(createFullStorage())],
  ])('ends with the tab %s, so the inbox asks before a draft is lost', async (_, browser) => {
    const { inbox } = await renderInbox(desk, await browser.tab());
    expect(asks(inbox)).toBe(false);
    inbox.workspace.value?.write('ana', 'Half an answer');
    expect(asks(inbox)).toBe(true);
  });
});
