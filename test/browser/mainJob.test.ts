import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { MOVING, openPage, shareBrowser } from '../support/browser';
import { putEmptyDatabase } from '../support/emptyDatabase';
import { folderForThisFile } from '../support/folder';
import { forThisFile } from '../support/forThis';
import { messageLog, openInbox, replyField } from '../support/inboxPage';
import { spawnDesk } from '../support/process';
import { widgetOf } from '../support/widget';

const SCREENSHOT = fileURLToPath(new URL('../../examples/async-script/screenshot.png', import.meta.url));
/** Reconnecting may take two pauses of the realtime client, each at least 15 s. */
const RECONNECTED = { timeout: 45_000 };

const folder = folderForThisFile();
await putEmptyDatabase(folder);
let desk = await spawnDesk(folder);
afterAll(() => desk.crash());
const { browser } = await forThisFile(shareBrowser());

describe('a visitor and an agent', () => {
  it('talk with each other at once, by keyboard, through reloads and through a crash of the service', async () => {
    const possibleProblems = [/ERR_CONNECTION|Failed to load resource|WebSocket|EventSource|^Porch: /];
    const options = { ...MOVING, possibleProblems };
    const inbox = await openInbox(browser, desk, options);
    const visitor = await openPage(browser, { ...options, deviceScaleFactor: process.env.SHOTS ? 2 : 1 });
    const { page } = visitor;
    const { launcher, frame, window, log, composer, open, say, message } = widgetOf(page);
    const theirs = (text: string) => messageLog(inbox.page).getByText(text, { exact: true });
    const answer = async (text: string) => {
      await replyField(inbox.page).focus();
      await inbox.page.keyboard.type(text);
      await inbox.page.keyboard.press('Enter');
      await theirs(text).waitFor();
    };

    // The visitor writes; the message appears in the inbox without any action.
    await page.goto(`${desk.origin}/`);
    await open();
    await say('Hello! How heavy is the Heron with its seat and yoke?');
    await inbox.page.getByRole('button', { name: /How heavy is the Heron.*1 unread/ }).waitFor();
    await inbox.page.keyboard.press('n');
    await inbox.page.keyboard.press('r');
    await theirs('Hello! How heavy is the Heron with its seat and yoke?').waitFor();
    await inbox.page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Reply');

    // Each side sees the other typing until the message arrives.
    // The visitor's live connection may be younger than their message, so the agent types until it is seen.
    const typing = frame.getByRole('status').filter({ hasText: 'is typing' });
    const typeAndDelete = async () => {
      await inbox.page.keyboard.type('x');
      await inbox.page.keyboard.press('Backspace');
      return typing.count();
    };
    await expect.poll(typeAndDelete, { interval: 500 }).toBe(1);
    await inbox.page.keyboard.type('It is ');
    await composer.pressSequentially('And can');
    await inbox.page.getByRole('status').filter({ hasText: 'is typing' }).waitFor();
    await inbox.page.keyboard.type('22.4 kg ready to paddle.');
    await inbox.page.keyboard.press('Enter');
    await message('It is 22.4 kg ready to paddle.').waitFor();
    await frame.getByRole('status').filter({ hasText: 'is typing' }).waitFor({ state: 'detached' });
    expect(await composer.inputValue()).toBe('And can');
    await say('And can one person carry it?');
    await theirs('And can one person carry it?').waitFor();
    await answer('Yes, on one pair of shoulders.');
    await message('Yes, on one pair of shoulders.').waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: SCREENSHOT });

    // The closed launcher shows the number of unread messages, also in its accessible name.
    await launcher.click();
    await window.waitFor({ state: 'hidden' });
    await answer('Come by on Saturday and try.');
    await answer('We are open from ten to four.');
    await page.getByRole('button', { name: 'Open messaging window, 2 unread messages' }).waitFor();
    expect(await launcher.locator('.b').textContent()).toBe('2');

    // A reload keeps the conversation and the unread number.
    await page.reload();
    await page.getByRole('button', { name: 'Open messaging window, 2 unread messages' }).waitFor();
    await open();
    await message('We are open from ten to four.').waitFor();
    await frame.getByText('New messages', { exact: true }).waitFor();
    await page.reload();
    const everything = [
      'Hello! How heavy is the Heron with its seat and yoke?',
      'It is 22.4 kg ready to paddle.',
      'And can one person carry it?',
      'Yes, on one pair of shoulders.',
      'Come by on Saturday and try.',
      'We are open from ten to four.',
    ];
    const seenByVisitor = () => log.locator('li [dir="auto"]').allTextContents();
    const seenByAgent = () => messageLog(inbox.page).locator('.text').allTextContents();
    await expect.poll(seenByVisitor).toEqual(everything);
    await expect.poll(seenByAgent).toEqual(everything);

    // All problems come from the outage that follows.
    expect([...visitor.problems.consoleErrors, ...inbox.problems.consoleErrors]).toEqual([]);

    // Kill the service and restart it on the same folder and port.
    await desk.crash();
    await say('Are you still there?');
    desk = await spawnDesk(folder, desk.port);
    await inbox.page.getByRole('button', { name: /Are you still there\?/ }).waitFor(RECONNECTED);
    await theirs('Are you still there?').waitFor(RECONNECTED);
    await answer('Always.');
    await message('Always.').waitFor(RECONNECTED);
    everything.push('Are you still there?', 'Always.');
    expect(await seenByVisitor()).toEqual(everything);
    expect(await seenByAgent()).toEqual(everything);
    await Promise.all([page.reload(), inbox.page.reload()]);
    await expect.poll(seenByVisitor).toEqual(everything);
    await say('Good.');
    await expect.poll(seenByAgent).toEqual([...everything, 'Good.']);
  });
});
