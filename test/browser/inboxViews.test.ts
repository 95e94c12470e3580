import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SECTIONS } from '../../examples/support-desk/inbox/model/settings/sections';
import { inBothSchemes, violations } from '../support/axe';
import { openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { createVisitor, sendText, type Visitor } from '../support/deskClient';
import { messageLog, openInbox, replyField, rows } from '../support/inboxPage';
import { forThisFile, setUp } from '../support/setUp';
import { signInAgent } from '../support/signInAgent';
import { tabRound } from '../support/tabRound';

const demoSecret = 'what-the-terminal-shows';
const { browser, desk } = await setUp({ settings: { rating: { enabled: true } }, demoSecret });
const empty = await forThisFile(startDesk({ demo: false }));

const begin = async (name: string, text: string): Promise<Visitor> => {
  const visitor = await createVisitor(desk, { properties: { name } });
  await sendText(visitor, text);
  return visitor;
};

/** Fills every view with something. */
const createWorld = async () => {
  const ada = await signInAgent(desk, { id: 'agent-Ada', name: 'Ada', role: 'admin' });
  await signInAgent(desk, { id: 'agent-Ben', name: 'Ben' });
  const ana = await begin('Ana', 'Where is my parcel? See https://shop.example/orders');
  const bo = await begin('Bo', 'Do you mend boots?');
  const cy = await begin('Cy', 'Cheap things');
  const dora = await begin('Dora', 'Thank you');
  const path = `/conversations/${ana.conversationId}`;
  await ada.call('POST', `${path}/assign`, {});
  await ada.call('POST', `${path}/notes`, { text: 'Paid twice, @Ben', mentions: ['agent-Ben'] });
  await ada.call('POST', `${path}/messages`, {
    type: 'text',
    text: 'Hello',
    markdownText: '**Hello** [you](https://shop.example/)',
  });
  await ada.call('POST', `${path}/tags`, { add: 'paid' });
  await ada.call('POST', `/users/${cy.id}/block`, {});
  await ada.call('POST', `/conversations/${dora.conversationId}/close`, {});
  await dora.call('POST', `/conversations/${dora.conversationId}/rating`, { score: 'good', comment: 'Kind' });
  await ada.call('POST', '/invitations', { role: 'agent', email: 'cleo@shop.example' });
  await ada.call('POST', '/api-keys', { name: 'Bot', scopes: ['insights'] });
  await ada.call('POST', '/signing-keys', { name: 'Shop' });
  const campaigns = [{ id: 'spring', title: 'Spring', text: 'New boots are here', enabled: true }];
  await ada.call('POST', '/settings', { base: 0, value: { messenger: { title: 'Shoe shop', campaigns } } });
  const { link } = await ada.call('POST', '/invitations', { role: 'agent' });
  const paid = { name: 'Paid', shared: true, filter: { view: 'open', tag: 'paid' } };
  const { view } = (await ada.call('POST', '/views', paid)) as { view: { _id: string } };
  return { ana, bo, link: String(link), viewId: view._id };
};
const { ana, bo, link, viewId } = await createWorld();

/** A view of the inbox: its address, what it shows, and what is done there. */
type View = {
  name: string;
  hash: string;
  shows(page: Page): Promise<unknown>;
};

const list = (name: string, hash: string, text: string): View => ({
  name,
  hash,
  shows: (page) => rows(page).filter({ hasText: text }).waitFor(),
});
const conversation = (
  name: string,
  { conversationId }: Visitor,
  more: View['shows'] = async () => {},
): View => ({
  name,
  hash: `conversation=${conversationId}`,
  shows: async (page) => {
    await messageLog(page).getByRole('article').first().waitFor();
    await more(page);
  },
});
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const titled = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

const SIGNED_IN: readonly View[] = [
  list('all conversations', '', 'Bo'),
  list('what nobody has', 'view=unassigned', 'Bo'),
  list('what is mine', 'view=mine', 'Ana'),
  list('what is closed', 'view=closed', 'Dora'),
  list('who is blocked', 'view=blocked', 'Cy'),
  list('a tag, the longest wait first', 'tag=paid&sort=waiting', 'Ana'),
  list('a saved view with a change', `tag=paid&agent=agent-Ada&saved=${viewId}`, 'Ana'),
  conversation('a conversation with a note', ana),
  conversation('the details of its visitor', ana, async (page) => {
    if (await button(page, 'Visitor details').isVisible()) await button(page, 'Visitor details').click();
    await page.getByRole('region', { name: 'Visitor details' }).waitFor();
  }),
  conversation('a note that is written', bo, async (page) => {
    await button(page, 'Note').click();
    await page.getByRole('textbox', { name: 'Note' }).fill('She has paid twice');
  }),
  conversation('a reply with formatting', bo, async (page) => {
    await button(page, 'Reply').click();
    await replyField(page).fill('We **mend** [them](https://shop.example/)');
    await page.getByRole('region', { name: 'As the visitor will see it' }).waitFor();
  }),
  {
    name: 'account',
    hash: 'page=account',
    shows: (page) => page.getByRole('list', { name: 'Sessions' }).waitFor(),
  },
  {
    name: 'insights',
    hash: 'page=insights',
    shows: (page) => page.getByRole('table', { name: /^By day/ }).waitFor(),
  },
  {
    name: 'all visitors',
    hash: 'page=people',
    shows: (page) => page.getByRole('list', { name: 'Visitors' }).waitFor(),
  },
  {
    name: 'one visitor',
    hash: `page=person-${ana.id}`,
    shows: (page) => page.getByRole('region', { name: 'Conversations' }).waitFor(),
  },
  {
    name: 'two visitors before they are merged',
    hash: `page=person-${ana.id}`,
    shows: async (page) => {
      await button(page, 'Merge with…').click();
      const others = page.getByRole('list', { name: 'Visitors to merge with' });
      await others.getByRole('button').first().click();
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'the first steps',
    hash: 'page=start',
    shows: (page) => titled(page, 'Check it'),
  },
  ...SECTIONS.map(({ id, title }) => ({
    name: `settings: ${title}`,
    hash: `page=settings-${id}`,
    shows: async (page: Page) => {
      await titled(page, title);
      await expect.poll(() => page.getByText(/^Loading.*…$/).count()).toBe(0);
    },
  })),
  {
    name: 'the menu',
    hash: '',
    shows: async (page) => {
      await button(page, 'Menu').click();
      await page.getByText('Signed in as').waitFor();
    },
  },
];

const SIGNED_OUT: readonly (Pick<View, 'name' | 'shows'> & { address: string })[] = [
  {
    name: 'signing in',
    address: `${desk.origin}/agent?demo=${demoSecret}`,
    shows: (page) => button(page, 'Continue as Ada').waitFor(),
  },
  {
    name: 'a wrong password',
    address: `${desk.origin}/agent`,
    shows: async (page) => {
      await page.getByLabel('Email address').fill('ada@shop.example');
      await page.getByLabel('Password').fill('not this one');
      await button(page, 'Sign in').click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'an invitation', address: link, shows: (page) => titled(page, 'Join the team') },
  {
    name: 'a link that is over',
    address: `${desk.origin}/agent#link=over`,
    shows: (page) => titled(page, 'This link no longer works'),
  },
  {
    name: 'a desk without agents',
    address: `${empty.origin}/agent`,
    shows: (page) => titled(page, 'This desk has no agents yet'),
  },
];

const WIDE = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const FORCED = { forcedColors: 'active' as const };

const LOOKS = [
  { look: 'light and dark, 1280 px', options: WIDE, find: inBothSchemes, keys: true },
  { look: 'light and dark, 390 px', options: PHONE, find: inBothSchemes, keys: true, everyRun: true },
  // axe does not see which colors a dark scheme forces.
  {
    look: 'forced colors, 1280 px',
    options: { ...WIDE, ...FORCED },
    find: violations,
    keys: false,
  },
  { look: 'forced colors, 390 px', options: { ...PHONE, ...FORCED }, find: violations, keys: false },
];

/** `npm run test:long -- views`: every look, in place of those of every run. */
const CHOSEN = LOOKS.filter(({ everyRun }) => everyRun || process.env.VIEWS === 'all');

describe.each(CHOSEN)('in $look', ({ options, find, keys }) => {
  /** What is wrong with the view that the page shows. */
  const wrongWith = async (page: Page): Promise<string[]> => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    const overflow = wide > options.viewport.width ? [`is ${wide} px wide`] : [];
    return [...(await find(page)), ...overflow, ...(keys ? await tabRound(page) : [])];
  };

  it('each view of who is signed in fits, has no axe violation, and works by the Tab key', async () => {
    const { page } = await openInbox(browser, desk, options, { name: 'Ada' });
    const wrong: Record<string, string[]> = {};
    for (const { name, hash, shows } of SIGNED_IN) {
      // The address without its last slash reloads the page.
      await page.goto(`${desk.origin}/agent#${hash}`);
      await shows(page);
      const found = await wrongWith(page);
      if (found.length > 0) wrong[name] = found;
    }
    expect(wrong).toEqual({});
  });

  it.each(SIGNED_OUT)(
    '$name fits, has no axe violation, and works by the Tab key',
    async ({ address, shows }) => {
      const { page } = await openPage(browser, { ...options, possibleProblems: [/status of 40[14]/] });
      await page.goto(address);
      await shows(page);
      expect(await wrongWith(page)).toEqual([]);
    },
  );
});

it('says what is wrong with a page that the Tab key cannot work', async () => {
  const { page } = await openPage(browser);
  await page.setContent(
    `<style>.plain:focus{outline:0} .bar{position:fixed;inset:auto 0 0;height:60px;background:#fff}</style>
    <button class="plain">No ring</button><a href="#" tabindex="0">Fine</a>
    <button onkeydown="if (event.key === 'Tab') event.preventDefault()">Trap</button><button>Behind the trap</button>`,
  );
  expect(await tabRound(page)).toEqual([
    'No ring: shows no focus',
    'not reached: <button>Behind the trap</button>',
  ]);
});
