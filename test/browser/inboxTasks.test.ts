import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { createVisitor, sendText } from '../support/deskClient';
import { messageLog, openInbox, rows } from '../support/inboxPage';
import { keysOf } from '../support/keyboard';
import { setUp } from '../support/setUp';
import { signInAgent } from '../support/signInAgent';

const { browser, desk } = await setUp();

/** More than any page has on the way. */
const MOST_TABS = 80;

const ada = await signInAgent(desk, { id: 'agent-Ada', name: 'Ada', role: 'admin' });
await signInAgent(desk, { id: 'agent-Ben', name: 'Ben' });

/** Goes to a control by the Tab key, and presses these keys there. */
const tabTo = async (page: Page, name: string | RegExp, ...keys: string[]): Promise<void> => {
  const way: string[] = [];
  const isThere = (now: string) => (typeof name === 'string' ? now === name : name.test(now));
  for (let presses = 0; presses < MOST_TABS; presses++) {
    await page.keyboard.press('Tab');
    const { name: now } = await keysOf(page).here();
    if (isThere(now)) return press(page, ...keys);
    way.push(now.slice(0, 30));
  }
  expect.fail(`The Tab key does not lead to ${name}: ${way}`);
};

const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

type Task = {
  task: string;
  /** Where it begins; by default in a conversation of its own. */
  hash?: string;
  act(page: Page): Promise<void>;
  /** Waits for what it has led to. */
  done(page: Page): Promise<unknown>;
  /** Where the focus is then. */
  focus: string | RegExp;
};

const standing = (page: Page, word: string) =>
  page.getByRole('region', { name: /^Conversation with/ }).getByText(word, { exact: true });

const TASKS: readonly Task[] = [
  {
    task: 'gives a conversation to a colleague',
    act: async (page) => {
      await tabTo(page, 'Conversation actions', 'Enter', 'b', 'Enter');
    },
    done: (page) => standing(page, 'Ben').waitFor(),
    focus: /^(Reply|Conversation actions)$/,
  },
  {
    task: 'blocks a visitor',
    act: async (page) => {
      await tabTo(page, 'Conversation actions', 'Enter', 'b', 'b', 'Enter');
    },
    done: (page) => standing(page, 'Blocked').waitFor(),
    focus: 'Conversation actions',
  },
  {
    task: 'writes a note that mentions a colleague',
    act: async (page) => {
      await tabTo(page, 'Note', 'Enter');
      await page.keyboard.type('Look, @be');
      await page.getByRole('option', { name: /Ben/ }).waitFor();
      await press(page, 'Enter', 'Enter');
    },
    done: (page) => messageLog(page).getByText('@Ben').waitFor(),
    focus: 'Note',
  },
  {
    task: 'makes a part of a reply bold',
    act: async (page) => {
      await tabTo(page, 'Reply', 'Tab');
      await tabTo(page, 'Reply');
      await page.keyboard.type('now');
      await press(page, 'Control+a', 'Control+b', 'Enter');
    },
    done: (page) => page.locator('.message.own.sent strong').waitFor(),
    focus: 'Reply',
  },
  {
    task: 'chooses a view',
    hash: '',
    act: async (page) => {
      await tabTo(page, /^All/, 'ArrowRight');
    },
    done: (page) => page.waitForURL(/view=closed/),
    focus: /^Closed/,
  },
  {
    task: 'chooses other days of the insights',
    hash: 'page=insights',
    act: async (page) => {
      await tabTo(page, /^7 days/, 'ArrowRight');
    },
    done: async (page) => {
      await expect.poll(() => page.getByRole('radio', { name: '30 days' }).isChecked()).toBe(true);
    },
    focus: '30 days',
  },
  {
    task: 'leaves a page for where it was opened',
    hash: 'page=insights',
    act: async (page) => {
      await tabTo(page, 'Back to the inbox', 'Enter');
    },
    done: (page) => page.getByRole('heading', { name: 'Inbox' }).waitFor(),
    focus: 'Insights',
  },
  {
    task: 'invites a colleague',
    hash: 'page=settings-team',
    act: async (page) => {
      await tabTo(page, 'Invite a colleague', 'Enter');
      await page.keyboard.type('cleo@shop.example');
      await tabTo(page, 'Make the link', 'Enter');
      await page.getByLabel('Invitation link').waitFor();
      await tabTo(page, 'Done', 'Enter');
    },
    done: (page) => page.getByRole('list', { name: 'Invitations' }).getByText('cleo@shop.example').waitFor(),
    focus: 'Invite a colleague',
  },
  {
    task: 'makes an API key',
    hash: 'page=settings-keys',
    act: async (page) => {
      await tabTo(page, 'New API key', 'Enter');
      await page.keyboard.type('Bot');
      await tabTo(page, /^Insights/, 'Space');
      await tabTo(page, 'Make the key', 'Enter');
      await page.getByRole('textbox', { name: 'API key' }).waitFor();
      await tabTo(page, 'Done', 'Enter');
    },
    done: (page) => page.getByRole('button', { name: 'Remove the key Bot' }).waitFor(),
    focus: 'New API key',
  },
  {
    task: 'saves a setting',
    hash: 'page=settings-texts',
    act: async (page) => {
      await tabTo(page, 'Title');
      await page.keyboard.type('Shoe shop');
      await tabTo(page, 'Save', 'Enter');
    },
    done: (page) => page.getByText(/^Saved\./).waitFor(),
    focus: /^Saved\./,
  },
  {
    task: 'opens a conversation from the audit log',
    hash: 'page=settings-audit',
    act: async (page) => {
      await tabTo(page, /^Conversation /, 'Enter');
    },
    done: (page) => page.getByRole('region', { name: 'Conversation with Zoe' }).waitFor(),
    focus: /./,
  },
];

describe('an agent at the keyboard alone', () => {
  it.each(TASKS)('$task, and knows where the focus is', async ({ task, hash, act, done, focus }) => {
    const visitor = await createVisitor(desk, { properties: { name: task.slice(0, 40) } });
    await sendText(visitor, 'Hello');
    if (hash?.endsWith('audit')) {
      const zoe = await createVisitor(desk, { properties: { name: 'Zoe' } });
      await sendText(zoe, 'Hello');
      await ada.call('POST', `/conversations/${zoe.conversationId}/assign`, {});
    }
    const { page } = await openInbox(browser, desk, {}, { name: 'Ada' });
    await rows(page).first().waitFor();
    await page.goto(`${desk.origin}/agent/#${hash ?? `conversation=${visitor.conversationId}`}`);
    if (hash === undefined) await messageLog(page).getByText('Hello').waitFor();
    else if (hash) await page.getByRole('button', { name: 'Back to the inbox' }).waitFor();
    await act(page);
    await done(page);
    const named = () => keysOf(page).here();
    await expect
      .poll(async () => (await named()).name)
      .toEqual(typeof focus === 'string' ? focus : expect.stringMatching(focus));
    expect((await named()).isLost).toBe(false);
  });

  it('joins by an invitation', async () => {
    const { link } = await ada.call('POST', '/invitations', { role: 'agent', email: 'dan@shop.example' });
    const { page } = await openPage(browser, { at: String(link), possibleProblems: [/status of 401/] });
    await page.getByRole('heading', { name: 'Join the team' }).waitFor();
    await page.keyboard.type('Dan');
    await tabTo(page, 'New password');
    await page.keyboard.type('a horse and its staple');
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await rows(page).first().waitFor();
  });
});
