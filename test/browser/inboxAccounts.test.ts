import { type TOTP, URI } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../examples/support-desk/server/domain/accounts/passwords';
import { createInTurn } from '../../examples/support-desk/server/process/inTurn';
import { firstLink, follow, heading, press, signIn } from '../support/accountPages';
import { inBothSchemes, violations } from '../support/axe';
import { openPage, type PageOptions } from '../support/browser';
import { createVisitor, sendText } from '../support/deskClient';
import { focusedName, messageLog, openInbox, replyField, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';
import { signInBrowser } from '../support/signInBrowser';

const { browser, desk } = await setUp({ demo: false });

const ADA = { name: 'Ada', email: 'ada@shop.example', password: 'a horse and its staple' };
const BEN = { name: 'Ben', email: 'ben@shop.example', password: 'a battery, correctly' };
const hash = hashPassword({ inTurn: createInTurn() }, ADA.password);

const isFocused = (element: Element): boolean => element === document.activeElement;
const showPage = (page: Page, name: string) => page.goto(`${desk.origin}/agent#page=${name}`);

/** Opens the sign-in page, in a browser where nobody is signed in. */
const openSignIn = async (options: PageOptions = {}) => {
  const opened = await openPage(browser, { possibleProblems: [/status of 401/], ...options });
  await opened.page.goto(`${desk.origin}/agent`);
  return opened.page;
};

describe('a team of two', () => {
  let ada: Page;
  let ben: Page;

  beforeAll(async () => {
    const options = { possibleProblems: [/status of 40[134]/] };
    ada = (await openPage(browser, options)).page;
    ben = (await openPage(browser, options)).page;
  });

  it('begins with the link of the first start, which works once and is not kept in the address', async () => {
    const link = await firstLink(desk);
    await ada.goto(`${desk.origin}/agent`);
    await heading(ada, 'This desk has no agents yet');
    await follow(ada, link, ADA, 'Set up and sign in');
    expect(ada.url()).not.toContain('token');
    expect(await ada.evaluate(() => [JSON.stringify(localStorage), document.cookie])).toEqual([
      expect.not.stringMatching(/token|session/i),
      '',
    ]);
    await ben.goto(link);
    await heading(ben, 'This link no longer works');
  });

  it('grows by an invitation, whose role limits what the inbox offers', async () => {
    await showPage(ada, 'settings-team');
    await press(ada, 'Invite a colleague');
    await ada.getByLabel('Email address').fill(BEN.email);
    await press(ada, 'Make the link');
    const link = await ada.getByLabel('Invitation link').inputValue();
    await press(ada, 'Done');
    await follow(ben, link, BEN, 'Join and sign in');
    await ben.reload();
    await heading(ben, 'Inbox');
    await showPage(ben, 'settings-team');
    await ben.getByText('Only an admin can change them.', { exact: false }).waitFor();
    await heading(ben, 'Launcher and window');
    expect(await ben.getByRole('button', { name: /^(Team|API keys|Audit log|Save)$/ }).count()).toBe(0);
    for (const path of ['invitations', 'api-keys', 'audit']) {
      const status = await ben.evaluate(async (one) => (await fetch(`/agent/api/${one}`)).status, path);
      expect(status, path).toBe(403);
    }
    await ben.goto(`${desk.origin}/agent`);
  });

  it('sees in both inboxes who has answered and who has taken a conversation', async () => {
    const visitor = await createVisitor(desk, { properties: { name: 'Vera' } });
    await sendText(visitor, 'Is anybody there?');
    for (const page of [ada, ben]) {
      await page.goto(`${desk.origin}/agent`);
      await rows(page).filter({ hasText: 'Vera' }).click();
      await messageLog(page).getByText('Is anybody there?').waitFor();
    }
    await replyField(ben).fill('Ben is.');
    await replyField(ben).press('Enter');
    await messageLog(ada).getByRole('article', { name: /^Ben/ }).getByText('Ben is.').waitFor();
    await rows(ben).filter({ hasText: 'Mine' }).waitFor();
    await rows(ada).filter({ hasText: 'Ben' }).waitFor();
    const { body } = await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`);
    expect(body.messages.at(-1)).toMatchObject({ name: 'Ben', text: 'Ben is.' });
  });

  it('has a password that its agent changes, which ends the other sessions within a second', async () => {
    const second = await openSignIn();
    await signIn(second, BEN);
    await heading(second, 'Inbox');
    await rows(second).first().waitFor();
    await showPage(ben, 'account');
    const list = ben.getByRole('list', { name: 'Sessions' });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
    const part = ben.getByRole('form', { name: 'Password' });
    await part.getByLabel('Current password').fill('not this one');
    await part.getByLabel('New password').fill('another horse, gone');
    await part.getByRole('button').click();
    await part.getByText('The current password is not right.').waitFor();
    await part.getByLabel('Current password').fill(BEN.password);
    await part.getByRole('button').click();
    await part.getByText(/is changed/).waitFor();
    BEN.password = 'another horse, gone';
    await second.getByText('Your sign-in has ended.', { exact: false }).waitFor({ timeout: 1000 });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    await signIn(second, BEN);
    await heading(second, 'Inbox');
    await ben.reload();
    await press(ben, /^End the session in/);
    await second.getByText('Your sign-in has ended.', { exact: false }).waitFor({ timeout: 1000 });
  });

  it('has a second factor, with which a password is not enough', async () => {
    await showPage(ben, 'account');
    const part = ben.getByRole('form', { name: 'Second factor' });
    await part.getByLabel('Password').fill(BEN.password);
    await press(ben, 'Set it up');
    const code = part.locator('.secret');
    const secret = (await code.textContent())?.replaceAll(' ', '') ?? '';
    const recovery = (await part.getByRole('list').getByRole('listitem').first().textContent()) ?? '';
    const totp = URI.parse(`otpauth://totp/Porch?secret=${secret}`) as TOTP;
    await part.getByLabel('Code', { exact: true }).fill(totp.generate());
    await press(ben, 'Turn it on');
    await ben.getByRole('button', { name: 'Turn it off' }).waitFor();
    const second = await openSignIn();
    await signIn(second, BEN);
    await second.getByLabel('Code').waitFor();
    expect(await inBothSchemes(second)).toEqual([]);
    await second.getByLabel('Code').fill('000000');
    await press(second, 'Sign in');
    await second.getByText('That code was not accepted.', { exact: false }).waitFor();
    await second.getByLabel('Code').fill(recovery);
    await press(second, 'Sign in');
    await heading(second, 'Inbox');
    await part.getByLabel('Password').fill(BEN.password);
    await press(ben, 'Turn it off');
    await ben.getByText('It is off', { exact: false }).waitFor();
  });

  it('gives a program a key, which is refused after its removal', async () => {
    await showPage(ada, 'settings-keys');
    await press(ada, 'New API key');
    await ada.getByLabel('Name').fill('Bot');
    await ada.getByRole('checkbox', { name: /^Insights/ }).check();
    await press(ada, 'Make the key');
    const key = await ada.getByRole('textbox', { name: 'API key' }).inputValue();
    await press(ada, 'Done');
    const ask = async (path: string) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await fetch(`${desk.origin}/agent/api/${path}`, { headers })).status;
    };
    expect([await ask('insights?days=7'), await ask('conversations')]).toEqual([200, 403]);
    await press(ada, 'Remove the key Bot');
    await ada.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await ada.getByText('The key Bot was removed.').waitFor();
    expect(await ask('insights?days=7')).toBe(401);
  });

  it('loses a colleague at once, everywhere', async () => {
    await ben.goto(`${desk.origin}/agent`);
    await rows(ben).first().waitFor();
    await showPage(ada, 'settings-team');
    await press(ada, 'Change Ben');
    await ada.getByRole('menuitem', { name: /^Remove/ }).click();
    await ada.getByRole('dialog').getByLabel('Password').fill(ADA.password);
    await ada.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    // The password is checked first, which takes its time.
    await ada.getByText('Ben was removed.').waitFor();
    await ben.getByText('Your sign-in has ended.', { exact: false }).waitFor({ timeout: 1000 });
    await signIn(ben, BEN);
    await ben.getByText('do not match', { exact: false }).waitFor();
    await expect.poll(() => ada.getByRole('list', { name: 'Agents' }).getByRole('listitem').count()).toBe(1);
  });

  it('reads in the audit log what was done, and downloads it', async () => {
    await press(ada, 'Audit log');
    const log = ada.getByRole('list', { name: 'Audit log' });
    await log.getByText('removed Ben from the team').waitFor();
    await log.getByText('made the API key Bot').waitFor();
    await log.getByText('turned the second factor on').waitFor();
    const [file] = await Promise.all([ada.waitForEvent('download'), press(ada, 'Download as CSV')]);
    expect(file.suggestedFilename()).toBe('audit.csv');
  });
});

describe('the pages of accounts', () => {
  // axe does not see which colors a dark scheme forces.
  it.each([
    [{}, inBothSchemes],
    [{ viewport: { width: 390, height: 844 } }, inBothSchemes],
    [{ forcedColors: 'active' as const }, violations],
  ])('have no axe violations and fit their window: %o', async (look, find) => {
    const { page } = await openInbox(browser, desk, look, { name: 'Cleo', passwordHash: await hash });
    const beside = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const check = async (what: string) => {
      expect(await find(page), what).toEqual([]);
      expect(await page.evaluate(beside), what).toBe(0);
    };
    await showPage(page, 'account');
    await page.getByRole('list', { name: 'Sessions' }).waitFor();
    await check('account');
    await page.getByRole('form', { name: 'Second factor' }).getByLabel('Password').fill(ADA.password);
    await press(page, 'Set it up');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await check('second factor');
    await showPage(page, 'settings-team');
    await page.getByRole('list', { name: 'Agents' }).waitFor();
    await check('team');
    await press(page, 'Invite a colleague');
    await check('invite');
    expect(await page.getByLabel('Email address').evaluate(isFocused)).toBe(true);
    await press(page, 'Make the link');
    await page.getByLabel('Invitation link').waitFor();
    expect(await page.getByLabel('Invitation link').evaluate(isFocused)).toBe(true);
    await check('link');
    await press(page, 'Done');
    await showPage(page, 'settings-keys');
    await press(page, 'New API key');
    await check('key');
    await press(page, 'Cancel');
    await showPage(page, 'settings-audit');
    await page.getByRole('list', { name: 'Audit log' }).waitFor();
    await check('audit');
    const visiting = await openSignIn(look);
    await visiting.getByLabel('Password').waitFor();
    expect(await violations(visiting)).toEqual([]);
  });

  it('have no axe violations for agents who may only read the settings', async () => {
    const { page } = await openInbox(browser, desk, {}, { name: 'Dan', role: 'agent' });
    await showPage(page, 'settings-texts');
    await page.getByText('Only an admin can change them.', { exact: false }).waitFor();
    expect(await inBothSchemes(page)).toEqual([]);
  });

  it('are worked by the keyboard alone, from signing in to signing out', async () => {
    const ada = await openSignIn();
    const { keyboard } = ada;
    await ada.getByLabel('Password', { exact: true }).waitFor();
    await keyboard.type(ADA.email);
    await keyboard.press('Tab');
    await keyboard.type(ADA.password);
    await keyboard.press('Enter');
    await heading(ada, 'Inbox');
    const tabTo = async (name: string, key?: string) => {
      const seen: string[] = [];
      for (let tabs = 0; tabs < 40; tabs++) {
        const focused = await focusedName(ada);
        if (focused === name) return key && keyboard.press(key);
        seen.push(focused.slice(0, 40));
        await keyboard.press('Tab');
      }
      expect.fail(`The Tab key does not reach ${name}: ${seen}`);
    };
    await tabTo('Menu', 'Enter');
    await tabTo('My account', 'Enter');
    await heading(ada, 'My account');
    await expect.poll(() => focusedName(ada)).toBe('Back to the inbox');
    await tabTo('Set it up', 'Shift+Tab');
    await keyboard.type(ADA.password);
    await keyboard.press('Enter');
    await expect.poll(() => focusedName(ada)).toBe('Second factor');
    await ada.goBack();
    await expect.poll(() => focusedName(ada)).toBe('Menu');
    await keyboard.press('Shift+Tab');
    expect(await focusedName(ada)).toBe('Settings');
    await keyboard.press('Enter');
    await heading(ada, 'Launcher and window');
    await tabTo('Team', 'Enter');
    await expect.poll(() => focusedName(ada)).toBe('Team');
    // The page has the focus before its list has come.
    await ada.getByRole('button', { name: 'Change Cleo' }).waitFor();
    await tabTo('Change Cleo', 'ArrowDown');
    await expect.poll(() => focusedName(ada)).toBe('Make an agent');
    await keyboard.press('Enter');
    await ada.getByRole('dialog').waitFor();
    await keyboard.type(ADA.password);
    await keyboard.press('Enter');
    await ada.getByText('Cleo is an agent now.').waitFor();
    await expect.poll(() => focusedName(ada)).toBe('Change Cleo');
    await ada.goBack();
    await expect.poll(() => focusedName(ada)).toBe('Settings');
    await tabTo('Menu', 'Enter');
    await tabTo('Sign out', 'Enter');
    await ada.getByLabel('Email address').waitFor();
    expect(await ada.getByLabel('Email address').evaluate((one) => one === document.activeElement)).toBe(
      true,
    );
  });

  it('follow another tab that signs in as somebody else', async () => {
    const { page } = await openInbox(browser, desk, {}, { name: 'Cleo' });
    const other = await page.context().newPage();
    await signInBrowser(page.context(), desk, { name: 'Dan', role: 'agent' });
    await other.goto(`${desk.origin}/agent`);
    await heading(other, 'Inbox');
    await page.bringToFront();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await press(page, 'Menu');
    await page.getByText('Signed in as Dan').waitFor();
  });
});
