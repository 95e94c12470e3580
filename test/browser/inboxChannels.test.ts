import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import { agent, createVisitor, sendText, type Visitor } from '../support/deskClient';
import { messageLog, openInbox, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';

const { browser, desk } = await setUp();

type Heard = { channel: string; event: Record<string, never> };

/** Collects the live events that the page gets over its websockets, and the channels that it has left. */
const hearing = (page: Page) => {
  const heard: Heard[] = [];
  const left: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      for (const { channel, data, subscription } of JSON.parse(String(payload))) {
        if (channel === '/meta/unsubscribe') left.push(subscription);
        for (const event of data?.events ?? []) heard.push({ channel, event });
      }
    });
  });
  const typesOn = (channel: string) =>
    heard.filter((h) => h.channel === channel).map(({ event }) => event.type);
  return { heard, left, typesOn };
};

const channelOf = ({ conversationId }: Visitor) => `/desk/conversations/${conversationId}`;

const typing = (visitor: Visitor) =>
  visitor.call('POST', `/conversations/${visitor.conversationId}/activity`, {
    author: { role: 'appUser', appUserId: visitor.id },
    activity: { type: 'typing:start' },
  });

const named = async (name: string): Promise<Visitor> => {
  const visitor = await createVisitor(desk, { properties: { name } });
  await sendText(visitor, `Hello from ${name}`);
  return visitor;
};

describe('the live channels of an inbox', () => {
  it('an inbox hears everything of the open conversation and slim rows of the others', async () => {
    const [ana, bo] = [await named('Ana'), await named('Bo')];
    const { page } = await openInbox(browser, desk);
    // Loaded again, so that its websocket is seen from the start.
    const { heard, typesOn } = hearing(page);
    await page.reload();
    const rowOf = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) });
    await rowOf('Ana').click();
    await messageLog(page).getByText('Hello from Ana').waitFor();

    await sendText(ana, 'To the open one');
    await messageLog(page).getByText('To the open one').waitFor();
    await sendText(bo, 'To the other');
    await page.getByRole('button', { name: /^Bo .*To the other.* 2 unread messages/ }).waitFor();
    await typing(bo);
    await page.getByRole('button', { name: /^Bo .*Typing/ }).waitFor();
    await agent(desk)('POST', `/conversations/${bo.conversationId}/assign`, { name: 'Grace' });
    await page.getByRole('button', { name: /^Bo .*Grace/ }).waitFor();
    expect(await page.locator('[data-announcer]').textContent()).toContain(
      'New message from Bo: To the other',
    );

    expect(typesOn(channelOf(ana))).toContain('message');
    expect(typesOn(channelOf(bo))).toEqual([]);
    const ofBo = heard.filter(({ event }) => JSON.stringify(event).includes(bo.conversationId));
    expect(new Set(ofBo.map(({ channel, event }) => `${channel} ${event.type}`))).toEqual(
      new Set(['/desk/list row']),
    );
    expect(JSON.stringify(ofBo)).not.toMatch(/userAgent|visitorLastRead|properties/);
  });

  it('an inbox leaves the conversation before, and has all of the next one, whatever comes meanwhile', async () => {
    const [cy, dee] = [await named('Cy'), await named('Dee')];
    const { page } = await openInbox(browser, desk);
    const { left, typesOn } = hearing(page);
    await page.reload();
    await rows(page).first().waitFor();
    const texts = ['1', '2', '3', '4', '5', '6', '7', '8'];
    const sending = (async () => {
      for (const text of texts) await sendText(dee, text);
    })();
    await page.getByRole('button', { name: /^Cy / }).click();
    await page.getByRole('button', { name: /^Dee / }).click();
    await sending;
    await expect
      .poll(() => messageLog(page).locator('.text').allTextContents())
      .toEqual(['Hello from Dee', ...texts]);
    await expect.poll(() => left).toContain(channelOf(cy));
    await sendText(cy, 'Not open any more');
    await page.getByRole('button', { name: /^Cy .*Not open any more/ }).waitFor();
    expect(typesOn(channelOf(cy))).not.toContain('message');
  });

  it('an inbox has all of the open conversation again after the desk has restarted', async () => {
    const first = await startDesk();
    const { store, agentToken } = first;
    const visitor = await createVisitor(first, { properties: { name: 'Eve' } });
    await sendText(visitor, 'Before');
    const possibleProblems = [/ERR_CONNECTION_REFUSED/, /WebSocket/];
    const { page } = await openInbox(browser, first, { possibleProblems });
    await page.getByRole('button', { name: /^Eve / }).click();
    await messageLog(page).getByText('Before').waitFor();
    const { typesOn } = hearing(page);
    // Only websockets of the desk that follows are seen.
    await first.close();
    const second = await startDesk({ store, agentToken, port: Number(new URL(first.origin).port) });
    // The first calls may still use connections to the desk before.
    const send = () =>
      sendText(visitor, 'At once', 'once').then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(send).toBe(201);
    await messageLog(page).getByText('At once').waitFor();
    const texts = ['Before', 'At once'];
    const hearLive = async () => {
      texts.push(`Live ${texts.length}`);
      await sendText(visitor, texts.at(-1) ?? '');
      return typesOn(channelOf(visitor));
    };
    await expect.poll(hearLive).toContain('message');
    await expect.poll(() => messageLog(page).locator('.text').allTextContents()).toEqual(texts);
    await page.close();
    await second.close();
  });
});
