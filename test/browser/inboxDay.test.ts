import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditAnswer, AuditEntry } from '../../examples/support-desk/shared/answers/audit';
import type {
  AgentInsightsAnswer,
  AgentTeamInsightsAnswer,
} from '../../examples/support-desk/shared/answers/insights';
import type { AuditAction } from '../../examples/support-desk/shared/lists';
import { firstLink, follow, heading, press } from '../support/accountPages';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { messageLog, replyField, rows } from '../support/inboxPage';
import { startMailServer } from '../support/mailServer';
import { forThisFile, setUp } from '../support/setUp';
import { type Widget, widgetOf } from '../support/widget';

const mail = await forThisFile(startMailServer());
const { browser, desk, pages } = await setUp({
  demo: false,
  settings: {
    messenger: { title: 'Shoe shop', analytics: true },
    email: { enabled: true, smtpUrl: mail.url, from: 'desk@shop.example', page: 'https://shop.example/' },
  },
});

const ADA = { name: 'Ada', email: 'ada@shop.example', password: 'a horse and its staple' };
const BEN = { name: 'Ben', email: 'ben@shop.example', password: 'a battery, correctly' };
const CLEO = { name: 'Cleo', email: 'cleo@shop.example', password: 'a mule and its shoe' };
/** What each visitor asks first. */
const QUESTIONS = {
  Ana: 'Where is my parcel?',
  Bo: 'Do you mend boots?',
  Cy: 'Cheap things, buy now',
  Dov: 'Can I pay by card?',
  Ezra: 'Do you ship to Peru?',
  Fay: 'Is this real leather?',
  Gus: 'Is there a shop near me?',
  Hugo: 'Is it red?',
} as const;
type Visitor = keyof typeof QUESTIONS;
const VISITORS = Object.keys(QUESTIONS) as Visitor[];
const RATING = 'Visitors may rate a conversation after its end';

type Done = { who: string; what: AuditAction; said: string; whom?: string; how?: string; lines?: string[] };
/**
 * What the agents do this day, in order: what the audit log has of it, and how its page says it. Replies, notes, saved replies
 * and what visitors do are not in it.
 */
const DONE: readonly Done[] = [
  { who: 'Ada', what: 'agent-joined', said: 'joined the team as an admin', whom: 'Ada', how: 'admin' },
  {
    who: 'Ada',
    what: 'invitation-made',
    said: `invited ${BEN.email} as an agent`,
    whom: BEN.email,
    how: 'agent',
  },
  { who: 'Ben', what: 'agent-joined', said: 'joined the team as an agent', whom: 'Ben', how: 'agent' },
  {
    who: 'Ada',
    what: 'invitation-made',
    said: `invited ${CLEO.email} as an agent`,
    whom: CLEO.email,
    how: 'agent',
  },
  { who: 'Cleo', what: 'agent-joined', said: 'joined the team as an agent', whom: 'Cleo', how: 'agent' },
  {
    who: 'Ada',
    what: 'settings-saved',
    said: 'saved the settings',
    whom: 'version 1',
    lines: ['Version 1', `${RATING}: on`],
  },
  {
    who: 'Ada',
    what: 'conversation-assigned',
    said: 'assigned a conversation',
    whom: 'with Ana',
    how: 'Ada',
    lines: ['Assignee: from nobody to Ada'],
  },
  {
    who: 'Ben',
    what: 'conversation-assigned',
    said: 'assigned a conversation',
    whom: 'with Bo',
    how: 'Ben',
    lines: ['Assignee: from nobody to Ben'],
  },
  {
    who: 'Ada',
    what: 'conversation-assigned',
    said: 'assigned a conversation',
    whom: 'with Ana',
    how: 'Ben',
    lines: ['Assignee: from Ada to Ben'],
  },
  { who: 'Ben', what: 'visitor-blocked', said: 'blocked a visitor', whom: 'Cy' },
  {
    who: 'Ben',
    what: 'conversation-closed',
    said: 'closed a conversation',
    whom: 'with Ana',
  },
  {
    who: 'Ada',
    what: 'conversation-assigned',
    said: 'assigned a conversation',
    whom: 'with Bo',
    how: 'Ada',
    lines: ['Assignee: from Ben to Ada'],
  },
  { who: 'Ada', what: 'visitor-exported', said: 'exported the data of a visitor', whom: 'Bo' },
  {
    who: 'Ada',
    what: 'conversation-closed',
    said: 'closed a conversation',
    whom: 'with Bo',
  },
  { who: 'Ada', what: 'visitor-deleted', said: 'deleted a visitor', whom: 'Bo' },
  {
    who: 'Ben',
    what: 'conversation-snoozed',
    said: 'snoozed a conversation',
    whom: 'with Dov',
  },
  {
    who: 'Cleo',
    what: 'conversation-assigned',
    said: 'assigned a conversation',
    whom: 'with Ezra',
    how: 'Cleo',
    lines: ['Assignee: from nobody to Cleo'],
  },
  { who: 'Ada', what: 'agent-removed', said: 'removed Cleo from the team', whom: 'Cleo' },
  ...(['Gus', 'Fay'] as const).map(
    (name): Done => ({
      who: 'Ada',
      what: 'conversation-assigned',
      said: 'assigned a conversation',
      whom: `with ${name}`,
      how: 'Ben',
      lines: ['Assignee: from nobody to Ben'],
    }),
  ),
  {
    who: 'Ada',
    what: 'visitor-merged',
    said: 'merged the visitor Gus into a visitor',
    whom: 'Fay',
    how: 'Gus',
  },
  {
    who: 'Ada',
    what: 'conversation-assigned',
    said: 'assigned a conversation',
    whom: 'with Hugo',
    how: 'Ada',
    lines: ['Assignee: from nobody to Ada'],
  },
  { who: 'Ada', what: 'message-edited', said: 'edited one of their messages', whom: 'with Hugo' },
  {
    who: 'Ada',
    what: 'settings-restored',
    said: 'brought earlier settings back',
    whom: 'version 2',
    how: 'version 0',
    lines: ['Version 2', 'Those of version 0', `${RATING}: the default again (before: on)`],
  },
  { who: 'Ben', what: 'signed-out', said: 'signed out' },
];

/** What the visitors did this day. Deleting one changes no count. */
const FIGURES = { pageViews: 8, opens: 8, conversations: 8 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (page: Page, name: Visitor) => rows(page).filter({ hasText: name });
const conversation = (page: Page, name: Visitor) =>
  page.getByRole('region', { name: `Conversation with ${name}`, exact: true });

/** What the ids of the audit log name. */
const named = new Map<string, string>([
  ['1', 'version 1'],
  ['2', 'version 2'],
]);

/** Opens a visitor's conversation by its row. */
const open = async (page: Page, name: Visitor): Promise<void> => {
  await rowOf(page, name).click();
  await conversation(page, name).waitFor();
  await messageLog(page).getByText(QUESTIONS[name]).waitFor();
};

/** Chooses in the menu of the open conversation. */
const choose = async (page: Page, item: string | RegExp): Promise<void> => {
  await button(page, 'Conversation actions').click();
  await page.getByRole('menuitem', { name: item }).click();
};

const reply = async (page: Page, text: string): Promise<void> => {
  await replyField(page).fill(text);
  await replyField(page).press('Enter');
};

/** Shows a view of the list. */
const view = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('radio', { name }).press('Space');

/** Switches the undo off, so that replies are sent at once. */
const sendAtOnce = async (page: Page): Promise<void> => {
  await button(page, 'Menu').click();
  await page.getByRole('checkbox', { name: /^Undo for 5 seconds/ }).uncheck();
  await page.keyboard.press('Escape');
};

const showSettings = async (page: Page, section: string): Promise<void> => {
  await button(page, 'Menu').click();
  await button(page, 'Settings').click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: section }).click();
  await page.getByRole('heading', { name: section, level: 2 }).waitFor();
};

const readAs = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(async (from) => (await fetch(`/agent/api/${from}`)).json(), path);

/** A row of the audit log in the words of the table. */
const doneIn = ({ actor, action, target, detail }: AuditEntry): (string | undefined)[] => [
  actor.kind,
  actor.name,
  action,
  target && (target.name ?? named.get(target.id) ?? target.id),
  detail && (named.get(detail) ?? detail),
];

describe('a day of three agents and eight visitors', () => {
  let ada: Page;
  let ben: Page;
  let cleo: Page;
  let visitors: Record<Visitor, Widget>;

  /** Opens the page of a shop, which tells the messenger the visitor's name. */
  const visit = async (name: Visitor): Promise<void> => {
    const { page } = visitors[name];
    const call = `['messenger:set', 'userMetadata', { name: '${name}' }]`;
    const HEAD = `<script>window.zE = (...args) => zE.q.push(args); zE.q = [${call}];</script>`;
    await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD }), {}, `/of-${name}`));
  };

  beforeAll(async () => {
    const options = { possibleProblems: [/status of 40[14]/] };
    ada = (await openPage(browser, options)).page;
    ben = (await openPage(browser, options)).page;
    cleo = (await openPage(browser, options)).page;
    // The browser logs what is refused to a visitor who was deleted.
    const deleted = { possibleProblems: [/status of 40[134]/, /^Porch: /] };
    const browse = async (more = {}) => widgetOf((await openPage(browser, more)).page);
    visitors = Object.fromEntries(
      await Promise.all(VISITORS.map(async (name) => [name, await browse(name === 'Bo' ? deleted : {})])),
    );
  });

  it('begins with three who join, and a setting', async () => {
    await follow(ada, await firstLink(desk), ADA, 'Set up and sign in');
    await showSettings(ada, 'Team');
    for (const [page, person] of [
      [ben, BEN],
      [cleo, CLEO],
    ] as const) {
      await press(ada, 'Invite a colleague');
      await ada.getByLabel('Email address').fill(person.email);
      await press(ada, 'Make the link');
      await follow(page, await ada.getByLabel('Invitation link').inputValue(), person, 'Join and sign in');
      await press(ada, 'Done');
    }
    await press(ada, 'Features');
    await ada.getByRole('checkbox', { name: RATING }).check();
    await button(ada, 'Save').click();
    await ada.getByText(/^Saved\./).waitFor();
    await button(ada, 'Back to the inbox').click();
    await sendAtOnce(ada);
  });

  it('brings eight visitors, who each ask something', async () => {
    for (const name of VISITORS) {
      await visit(name);
      await visitors[name].open();
      await visitors[name].say(QUESTIONS[name]);
      await rowOf(ben, name).waitFor();
      await open(ada, name);
      const id = (await rowOf(ada, name).getAttribute('data-conversation')) ?? '';
      named.set(id, `with ${name}`);
      const { userId = '' } = (await desk.store.conversationById(id)) ?? {};
      named.set(userId, name);
    }
    await ada.getByRole('radio', { name: 'Unassigned 8' }).waitFor();
  });

  it('has a saved reply that names the visitor and the agent', async () => {
    await open(ada, 'Ana');
    await button(ada, 'More to send').click();
    await ada.getByRole('menuitem', { name: 'Saved replies' }).click();
    await press(ada, 'New saved reply');
    await ada.getByLabel('Shortcut').fill('hello');
    await ada.getByLabel('Text', { exact: true }).fill('Hello {{name}}, this is {{agent}}.');
    await button(ada, 'Save').click();
    await button(ada, 'Edit /hello').waitFor();
    await ada.keyboard.press('Escape');
    await replyField(ada).pressSequentially('/hel');
    await ada.getByRole('option', { name: /^\/hello/ }).waitFor();
    await replyField(ada).press('Enter');
    await expect.poll(() => replyField(ada).inputValue()).toBe('Hello Ana, this is Ada.');
    await replyField(ada).press('Enter');
    await visitors.Ana.message('Hello Ana, this is Ada.').waitFor();
  });

  it('has a reply that is taken back within five seconds, of which the visitor sees nothing', async () => {
    await open(ben, 'Bo');
    await reply(ben, 'No');
    await button(ben, 'Undo').click();
    expect(await replyField(ben).inputValue()).toBe('No');
    await replyField(ben).fill('');
    await sendAtOnce(ben);
    await reply(ben, 'We mend them all');
    await visitors.Bo.message('We mend them all').waitFor();
    expect(await visitors.Bo.message('No').count()).toBe(0);
  });

  it('gives a conversation to a colleague, with a note that mentions him', async () => {
    await choose(ada, /^Ben/);
    await ben.getByRole('radio', { name: 'Mine 2' }).waitFor();
    await button(ada, 'Note').click();
    const note = ada.getByRole('textbox', { name: 'Note' });
    await note.pressSequentially('She has paid twice, @be');
    await ada.getByRole('option', { name: /Ben/ }).waitFor();
    await note.press('Enter');
    await note.pressSequentially('can you look?');
    await note.press('Enter');
    await messageLog(ada).getByText('can you look?').waitFor();
    await rowOf(ben, 'Ana').filter({ hasText: 'A note mentions you' }).waitFor();
    await ben.getByText(/^Ada mentioned you\. Ana: She has paid twice, @Ben can you look\?$/).waitFor();
    await open(ben, 'Ana');
    await messageLog(ben).getByText('can you look?').waitFor();
    await expect.poll(() => ben.getByText('A note mentions you').count()).toBe(0);
    await button(ada, 'Reply').click();
  });

  it('warns the second of two who answer at once', async () => {
    await replyField(ben).pressSequentially('It is on its way');
    await conversation(ada, 'Ana').getByText('Ben is answering').waitFor();
    await replyField(ada).fill('We look into it');
    await replyField(ben).press('Enter');
    await messageLog(ada).getByText('It is on its way').waitFor();
    await replyField(ada).press('Enter');
    await ada.getByText('Ben has answered since you began to write.').waitFor();
    await button(ada, 'Read first').click();
    await replyField(ada).fill('');
    await visitors.Ana.message('It is on its way').waitFor();
    expect(await visitors.Ana.message('We look into it').count()).toBe(0);
  });

  it('blocks a visitor, who notices nothing and whom nobody sees again', async () => {
    await open(ben, 'Cy');
    await choose(ben, 'Block');
    await conversation(ben, 'Cy').getByText('Blocked', { exact: true }).waitFor();
    await rowOf(ada, 'Cy').waitFor({ state: 'detached' });
    await visitors.Cy.say('Even cheaper');
    await messageLog(ben).getByText('Even cheaper').waitFor();
    expect(await rowOf(ada, 'Cy').count()).toBe(0);
  });

  it('closes a conversation, which its visitor rates', async () => {
    await open(ben, 'Ana');
    await reply(ben, 'All is done');
    await conversation(ben, 'Ana').getByRole('button', { name: 'Close' }).click();
    await visitors.Ana.message('All is done').waitFor();
    const { frame } = visitors.Ana;
    await frame.getByRole('button', { name: 'Good' }).click();
    await frame.getByRole('textbox', { name: /^Add a comment/ }).fill('Quick and kind');
    await frame.getByRole('textbox', { name: /^Add a comment/ }).press('Tab');
    await visitors.Ana.page.keyboard.press('Enter');
    await frame.getByText('Thank you for your feedback.').waitFor();
    await view(ada, 'Closed');
    await open(ada, 'Ana');
    await ada.getByRole('region', { name: 'Visitor details' }).getByText('Quick and kind').waitFor();
    await view(ada, /^All/);
  });

  it('sends a transcript by mail to a visitor who asks for it', async () => {
    const { frame, page } = visitors.Bo;
    await frame.getByRole('button', { name: 'Options' }).click();
    await frame.getByRole('menuitem', { name: 'Email transcript' }).click();
    await frame
      .getByRole('dialog', { name: 'Email transcript' })
      .getByRole('textbox')
      .fill('bo@home.example');
    await page.keyboard.press('Enter');
    await frame.getByText('The transcript is on its way.').waitFor();
    await page.keyboard.press('Enter');
    expect(mail.received.map(({ to }) => to)).toEqual([['bo@home.example']]);
    expect(mail.received[0]?.text).toContain(QUESTIONS.Bo);
    expect(mail.received[0]?.text).toContain('We mend them all');
  });

  it('exports a visitor, closes their conversation, and deletes them after they wrote again', async () => {
    await open(ada, 'Bo');
    await button(ada, 'Assign to me').click();
    await ben.getByRole('radio', { name: 'All 6' }).waitFor();
    await rowOf(ben, 'Bo').getByText('Ada').waitFor();
    const downloading = ada.waitForEvent('download');
    await choose(ada, 'Export data…');
    await ada.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    const [, exported = ''] = /^visitor-(.+)\.zip$/.exec((await downloading).suggestedFilename()) ?? [];
    expect(named.get(exported)).toBe('Bo');
    await ada.getByRole('dialog').waitFor({ state: 'detached' });
    await conversation(ada, 'Bo').getByRole('button', { name: 'Close' }).click();
    await rowOf(ada, 'Bo').waitFor({ state: 'detached' });
    await visitors.Bo.say('And shoes?');
    await rowOf(ada, 'Bo').waitFor();
    await open(ada, 'Bo');
    await choose(ada, 'Delete…');
    const question = ada.getByRole('dialog', { name: 'Delete this visitor?' });
    await question.getByText('1 conversation with 3 messages').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    for (const page of [ada, ben]) await rowOf(page, 'Bo').waitFor({ state: 'detached' });
    await visitors.Bo.message(QUESTIONS.Bo).waitFor({ state: 'detached' });
  });

  it('lets a conversation sleep until its visitor writes', async () => {
    await open(ben, 'Dov');
    await choose(ben, 'Until the visitor writes');
    await rowOf(ada, 'Dov').waitFor({ state: 'detached' });
    await view(ada, /^Snoozed/);
    await rowOf(ada, 'Dov').waitFor();
    await visitors.Dov.say('Or by bank?');
    await rowOf(ada, 'Dov').waitFor({ state: 'detached' });
    await view(ada, /^Unassigned/);
    await rowOf(ada, 'Dov').waitFor();
    await view(ada, /^All/);
  });

  it('removes a colleague, whose visitor is everybody’s again', async () => {
    await open(cleo, 'Ezra');
    await button(cleo, 'Assign to me').click();
    await rowOf(ada, 'Ezra').getByText('Cleo').waitFor();
    await showSettings(ada, 'Team');
    await press(ada, 'Change Cleo');
    await ada.getByRole('menuitem', { name: /^Remove/ }).click();
    await ada.getByRole('dialog').getByLabel('Password').fill(ADA.password);
    await ada.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await cleo.getByText('Your sign-in has ended.', { exact: false }).waitFor();
    await button(ada, 'Back to the inbox').click();
    for (const page of [ada, ben]) {
      await view(page, /^Unassigned/);
      await rowOf(page, 'Ezra').waitFor();
      await view(page, /^All/);
    }
  });

  it('gives two at once to a colleague who is away', async () => {
    await button(ben, 'Menu').click();
    await ben.getByRole('checkbox', { name: 'Show me as away' }).check();
    await ben.keyboard.press('Escape');
    for (const name of ['Fay', 'Gus'] as const) await rowOf(ada, name).press('x');
    await button(ada, 'More for the selected conversations').click();
    await ada.getByRole('menuitem', { name: 'Ben (not here)' }).click();
    for (const name of ['Fay', 'Gus'] as const) await rowOf(ada, name).getByText('Ben').waitFor();
    await ben.getByRole('radio', { name: 'Mine 2' }).waitFor();
    await button(ben, 'Menu').click();
    await ben.getByRole('checkbox', { name: 'Show me as away' }).uncheck();
    await ben.keyboard.press('Escape');
  });

  it('merges two visitors of one person', async () => {
    await open(ada, 'Fay');
    await choose(ada, 'Merge with…');
    const question = ada.getByRole('dialog');
    await question.getByRole('searchbox').fill('Gus');
    await question
      .getByRole('list', { name: 'Visitors to merge with' })
      .getByRole('button', { name: /Gus/ })
      .click();
    await question.getByRole('table').waitFor();
    await question.getByRole('button', { name: 'Merge', exact: true }).click();
    await question.waitFor({ state: 'detached' });
  });

  it('corrects what was sent, before the eyes of the visitor', async () => {
    await open(ada, 'Hugo');
    await reply(ada, 'It is rad');
    await visitors.Hugo.message('It is rad').waitFor();
    const sent = messageLog(ada).getByRole('article').filter({ hasText: 'It is rad' });
    await sent.hover();
    await sent.getByRole('button', { name: 'Change this message' }).click();
    await ada.getByRole('menuitem', { name: 'Edit' }).click();
    await ada.getByRole('textbox', { name: 'Message' }).fill('It is red');
    await ada.getByRole('button', { name: 'Save' }).click();
    await visitors.Hugo.message('It is red').waitFor();
    expect(await visitors.Hugo.message('It is rad').count()).toBe(0);
  });

  it('ends with the settings as before, and somebody who signs out', async () => {
    await showSettings(ada, 'Features');
    await button(ada, 'Undo the last save').click();
    await ada.getByText(/The first settings are back|is back/).waitFor();
    expect(await ada.getByRole('checkbox', { name: RATING }).isChecked()).toBe(false);
    await button(ben, 'Menu').click();
    await button(ben, 'Sign out').click();
    await ben.getByLabel('Email address').waitFor();
    for (const name of VISITORS) await visitors[name].page.goto('about:blank');
  });

  it('is in the audit log exactly as it was', async () => {
    const { entries, next } = (await readAs(ada, 'audit?limit=100')) as AuditAnswer;
    expect(next).toBeUndefined();
    expect(entries.toReversed().map(doneIn)).toEqual(
      DONE.map(({ who, what, whom, how }) => ['agent', who, what, whom, how]),
    );
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('is on the page of the audit log in words, and in its file', async () => {
    await press(ada, 'Audit log');
    const list = ada.getByRole('list', { name: 'Audit log' });
    await list.getByRole('listitem').first().waitFor();
    const shown = await list
      .getByRole('listitem')
      .evaluateAll((items) =>
        items.map((item) =>
          [...item.querySelectorAll('.audit-done > *, .audit-detail')].map((part) => part.textContent ?? ''),
        ),
      );
    // The open inbox knows the name of a visitor who is still there.
    const ids = [...named].filter(([id]) => id.length > 2);
    const inWords = (part: string): string => ids.reduce((text, [id, name]) => text.replace(id, name), part);
    // Gus is Fay, as agents see it.
    const whomWords = ({ what, whom = '' }: Done): string[] =>
      /^(conversation|message|visitor)-/.test(what)
        ? [`${what.startsWith('visitor') ? 'Visitor' : 'Conversation'} ${whom.replace('Gus', 'Fay')}`]
        : [];
    expect(shown.toReversed().map((parts) => parts.map(inWords))).toEqual(
      DONE.map((done) => [done.who, done.said, ...whomWords(done), ...(done.lines ?? [])]),
    );
    const downloading = ada.waitForEvent('download');
    await press(ada, 'Download as CSV');
    expect((await downloading).suggestedFilename()).toBe('audit.csv');
    await list
      .getByRole('link', { name: /^Conversation/ })
      .last()
      .click();
    await conversation(ada, 'Ana').waitFor();
  });

  it('is in the insights, of the desk and of the inbox', async () => {
    const read = async () => {
      const { days, pages: byPage, ratings, errors } = (await readAs(ada, 'insights')) as AgentInsightsAnswer;
      const sum = (of: keyof typeof FIGURES) => days.reduce((all, day) => all + day[of], 0);
      const total = { pageViews: sum('pageViews'), opens: sum('opens'), conversations: sum('conversations') };
      const rest = byPage.map(({ page, ...figures }) => [page.replace(/^[^/]*/, ''), figures]);
      return { total, byPage: rest.sort(), ratings, errors };
    };
    const one = { pageViews: 1, opens: 1, conversations: 1 };
    // A page tells what was done on it as it is left.
    await expect.poll(read).toEqual({
      total: FIGURES,
      byPage: VISITORS.map((name) => [`/of-${name}`, one]),
      ratings: { good: 1, bad: 0 },
      errors: [],
    });
    await button(ada, 'Insights').click();
    await heading(ada, 'Insights');
    const figure = (name: string) =>
      ada.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');
    await figure('Page views').waitFor();
    for (const name of ['Page views', 'Opened', 'Conversations'])
      expect([name, await figure(name).textContent()]).toEqual([name, '8']);
    expect(await figure('First answer').textContent()).toMatch(/\d/);
    expect(await figure('Rated good').textContent()).toBe('100%');
    const table = ada.getByRole('table', { name: 'By page' }).getByRole('row').filter({ hasText: '/of-' });
    const cells = await table.evaluateAll((found) =>
      found.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent))),
    );
    expect(cells).toEqual(VISITORS.map(() => [1, 1, 1]));
    const { agents } = (await readAs(ada, 'insights/team?days=1')) as AgentTeamInsightsAnswer;
    // Bo is deleted, and nothing of him counts.
    expect(
      agents.map(({ name, answered, sent, closed, good }) => [name, answered, sent, closed, good]),
    ).toEqual([
      ['Ada', 2, 2, 0, 0],
      ['Ben', 0, 2, 1, 1],
    ]);
  });
});
