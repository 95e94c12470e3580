import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { agent } from '../support/deskClient';
import { boxOf, customize } from '../support/look';
import { forThisFile, setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetAt } from '../support/widget';

const list = { canUserSeeConversationList: true };
const arranged = await forThisFile(
  startDesk({
    settings: {
      messenger: {
        ...list,
        theme: { action: '#663399', notify: '#004488' },
        launcher: { text: 'Ask us' },
        conversationList: { hideNewConversationButton: true, groupByTimestamp: true },
        messageLog: { hideHeader: true, businessMessage: { bubbleMaxWidth: 160 } },
      },
    },
  }),
);
const { browser, desk } = await setUp({
  settings: { messenger: { ...list, launcher: { text: 'Ask us' } } },
});

/** A visitor with a long answer in the log. */
const visit = async (origin: string, hello: string, ...more: RegExp[]) => {
  const opened = await openPage(browser, {
    expectedProblems: [/Failed to load resource/, ...more],
  });
  const { page } = opened;
  const widget = await widgetAt(page, `${origin}/`);
  await widget.open();
  await widget.say(hello);
  const at = origin === desk.origin ? desk : arranged;
  const id = await conversationWith(at, hello);
  const long = 'It is on its way and should be with you in a day or two, if nothing happens to it.';
  await replyAs(at, id, long, { name: 'Ada', avatarUrl: `${origin}/ada.png` });
  await widget.message(long).waitFor();
  const { frame } = widget;
  return {
    ...opened,
    ...widget,
    id,
    answer: widget.log.locator('li').filter({ hasText: long }).locator('> div'),
    avatar: widget.log.locator('li > b > span[aria-hidden]'),
    heading: frame.locator('header h1'),
    back: frame.getByRole('button', { name: 'Back to conversations' }),
    rows: frame.getByRole('list', { name: 'Conversations' }),
    fresh: frame.getByRole('button', { name: 'New conversation' }),
  };
};

describe('a call of the page', () => {
  it('arranges the log, and undoes each change', async () => {
    const { page, answer, avatar, heading, frame, say, message } = await visit(
      desk.origin,
      'Arrange the log',
    );
    await page.route('**/ada.png', (route) => route.abort());
    await say('A text of mine that is long enough to need more than one line of it, surely');
    const mine = message('A text of mine that is long enough to need more than one line of it, surely');
    expect((await boxOf(answer)).width).toBeGreaterThan(250);
    await customize(page, {
      messageLog: {
        hideHeader: true,
        avatar: { size: 32, position: 'side' },
        businessMessage: { bubbleMaxWidth: 200 },
        userMessage: { bubbleMaxWidth: '50%' },
      },
    });
    await heading.waitFor({ state: 'hidden' });
    // The window can still be closed without its header.
    await frame.getByRole('button', { name: 'Close messaging window' }).waitFor();
    expect((await boxOf(avatar)).width).toBe(32);
    const [face, bubble] = [await boxOf(avatar), await boxOf(answer)];
    expect(face.x + face.width).toBeLessThanOrEqual(bubble.x);
    expect(Math.abs(face.y - bubble.y)).toBeLessThan(8);
    expect(bubble.width).toBeLessThanOrEqual(200);
    expect((await boxOf(mine.locator('..'))).width).toBeLessThanOrEqual(175);
    await customize(page, {
      messageLog: {
        hideHeader: false,
        avatar: { position: 'top' },
        businessMessage: { bubbleMaxWidth: '85%' },
      },
    });
    await heading.waitFor();
    expect((await boxOf(answer)).width).toBeGreaterThan(250);
    expect((await boxOf(avatar)).width).toBe(32);
  });

  it('hides the sources of an answer', async () => {
    const { page, id, frame, message } = await visit(desk.origin, 'Where is that from?');
    await agent(desk)('POST', `/conversations/${id}/messages`, {
      type: 'text',
      text: 'From the handbook',
      references: [{ uri: 'https://example.com/handbook', title: 'Handbook' }],
    });
    const source = frame.getByRole('link', { name: 'Handbook' });
    await source.waitFor();
    await customize(page, { messageLog: { citations: { sources: false } } });
    await source.waitFor({ state: 'hidden' });
    await message('From the handbook').waitFor();
    await customize(page, { messageLog: { citations: { sources: true } } });
    await source.waitFor();
  });

  it('arranges the list of conversations, and leaves the log alone', async () => {
    const { page, back, rows, fresh, heading } = await visit(desk.origin, 'Arrange the list');
    await back.click();
    const [preview, time, face] = [
      rows.locator('button p'),
      rows.locator('time'),
      rows.locator('[aria-hidden]').first(),
    ];
    await Promise.all([preview, time, face, fresh, heading].map((l) => l.waitFor()));
    expect((await rows.innerText()).includes('Today')).toBe(false);
    await customize(page, {
      conversationList: {
        hideHeader: true,
        hideNewConversationButton: true,
        avatar: { size: 24 },
        hideTimestamp: true,
        hideMessagePreview: true,
        hideDivider: true,
        groupByTimestamp: true,
      },
    });
    await Promise.all([preview, time, fresh, heading].map((l) => l.waitFor({ state: 'hidden' })));
    expect((await boxOf(face)).width).toBe(24);
    await rows.getByText('Today', { exact: true }).waitFor();
    await customize(page, { conversationList: { avatar: { hidden: true } } });
    await face.waitFor({ state: 'hidden' });
    await rows.getByRole('button').first().click();
    await heading.waitFor();
  });

  it('moves launcher, label and window to the other side, and off the edge as told', async () => {
    const { page, launcher, window, frame } = await visit(desk.origin, 'Move over');
    await customize(page, {
      position: { side: 'left', offset: { web: { horizontal: 40, vertical: 60 } } },
    });
    await expect.poll(async () => (await boxOf(launcher)).x).toBe(40);
    const [button, card] = [await boxOf(launcher), await boxOf(window)];
    expect(button.y + button.height).toBe(800 - 60);
    expect(card.x).toBe(40);
    expect(card.y + card.height).toBeLessThanOrEqual(button.y);
    expect(card.y).toBeGreaterThanOrEqual(0);
    await frame.getByRole('button', { name: 'Close messaging window' }).click();
    await window.waitFor({ state: 'hidden' });
    const hide = await boxOf(page.getByRole('button', { name: 'Hide label' }));
    const shut = await boxOf(launcher);
    expect(Math.abs(hide.x - (shut.x - 8))).toBeLessThanOrEqual(1);
    expect(hide.y).toBeLessThan(shut.y);
    // A small screen uses the offsets for mobile.
    await page.setViewportSize({ width: 400, height: 800 });
    await expect.poll(async () => (await boxOf(launcher)).x).toBe(16);
    // The position may also be given under `common`; in one object, the plain `position` takes precedence.
    await customize(page, {
      common: { position: { side: 'right', offset: { mobile: { vertical: 4 } } } },
    });
    const room = await page.evaluate(() => document.documentElement.clientWidth);
    await expect.poll(async () => room - (await boxOf(launcher)).x - (await boxOf(launcher)).width).toBe(16);
    await expect.poll(async () => 800 - (await boxOf(launcher)).y - (await boxOf(launcher)).height).toBe(4);
  });

  it('with one wrong value applies the others, and logs the problem (conf-7)', async () => {
    const { page, problems, heading, launcher } = await visit(desk.origin, 'Nonsense', /customization: /);
    await customize(page, {
      theme: { action: '#ff0000', conversationListBackground: '#fff' },
      position: { side: 'left' },
      messageLog: { hideHeader: true, avatar: { size: '20px;}*{display:none}' } },
    });
    await expect
      .poll(() => problems.consoleErrors.at(-1))
      .toContain(
        'customization: theme.conversationListBackground is unknown. messageLog.avatar.size must be a number from 16 to 64.',
      );
    await heading.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await boxOf(launcher)).x).toBe(16);
  });
});

/** The colours of the launcher or its badge. */
const look = (launcher: Locator) =>
  launcher.evaluate((button) => {
    const { backgroundColor, color } = getComputedStyle(button);
    return { on: backgroundColor, ink: color };
  });

it('launcher and badge have the colours for actions and unread messages of the page’s calls (launcher-10)', async () => {
  const { page, id, frame, window, launcher } = await visit(desk.origin, 'Unread');
  await customize(page, { theme: { notify: '#004488', onNotify: '#ffffee' } });
  await frame.getByRole('button', { name: 'Close messaging window' }).click();
  await window.waitFor({ state: 'hidden' });
  await replyAs(desk, id, 'Are you there?');
  const badge = page.locator('[data-porch] .b');
  await expect.poll(() => badge.innerText()).toBe('1');
  expect(await look(badge)).toEqual({ on: 'rgb(0, 68, 136)', ink: 'rgb(255, 255, 238)' });
  await customize(page, { theme: { action: '#880044', notify: '#ffee00' } });
  await expect.poll(() => look(badge)).toMatchObject({ on: 'rgb(255, 238, 0)' });
  await expect.poll(() => look(launcher)).toMatchObject({ on: 'rgb(136, 0, 68)' });
});

it('the configuration arranges the card before it is drawn, and colours launcher and badge (launcher-10)', async () => {
  const { page, id, window, launcher, frame, answer, heading, back, rows, fresh } = await visit(
    arranged.origin,
    'Arranged from the start',
  );
  expect(await heading.isVisible()).toBe(false);
  expect((await boxOf(answer)).width).toBeLessThanOrEqual(160);
  await back.click();
  await rows.waitFor();
  await heading.waitFor();
  expect(await fresh.isVisible()).toBe(false);
  await rows.getByText('Today', { exact: true }).waitFor();
  // The badge of a page where the window was not opened yet has its colour, too.
  await frame.getByRole('button', { name: 'Close messaging window' }).click();
  await window.waitFor({ state: 'hidden' });
  await page.reload();
  await replyAs(arranged, id, 'Unread');
  const badge = page.locator('[data-porch] .b');
  await expect.poll(() => badge.innerText()).not.toBe('');
  expect(await look(badge)).toMatchObject({ on: 'rgb(0, 68, 136)' });
  expect(await look(launcher)).toMatchObject({ on: 'rgb(102, 51, 153)' });
});
