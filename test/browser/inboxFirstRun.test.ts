import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { firstLink, follow, heading, press, signIn } from '../support/accountPages';
import { openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { listen } from '../support/listen';
import { mailSettings, startMailServer } from '../support/mailServer';
import { forThisFile, setUp } from '../support/setUp';

const mail = await forThisFile(startMailServer());
/** A port that was free: the desk must know its address before it listens. */
const freePort = async (): Promise<number> => {
  const { port, close } = await listen(createServer());
  await close();
  return port;
};
const port = await freePort();
const { browser, pages } = await setUp({ demo: false });
const desk = await forThisFile(
  startDesk({
    demo: false,
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    settings: { email: mailSettings(mail.url) },
  }),
);

const ADA = { name: 'Ada', email: 'ada@shop.example', password: 'a horse and its staple' };
const CLEO = { name: 'Cleo', email: 'cleo@shop.example', password: 'a battery, correctly' };
const NEXT = { ...CLEO, password: 'another battery, correctly' };

/** The link in the newest email. */
const mailedLink = async (count: number): Promise<string> => {
  await expect.poll(() => mail.received.length).toBe(count);
  return /http:\S+#link=\S+/.exec(mail.received.at(-1)?.text ?? '')?.[0] ?? '';
};

it('leads from a new desk to a page with the messenger and a colleague who forgot the password', async () => {
  const options = { possibleProblems: [/status of 40[134]/] };
  const { page: ada } = await openPage(browser, options);
  await ada.goto(await firstLink(desk));
  await ada.getByLabel('Name', { exact: true }).fill(ADA.name);
  await ada.getByLabel('Email address').fill(ADA.email);
  await ada.getByLabel('New password').fill(ADA.password);
  await press(ada, 'Set up and sign in');
  await heading(ada, 'Get started');
  await ada.getByText('No page of yours has asked for the messenger yet.', { exact: false }).waitFor();
  const tag = await ada.getByLabel('Tag').inputValue();

  const { page: visitor } = await openPage(browser);
  const site = pages.serve(`<!doctype html><title>Shop</title><body>${tag}</body>`);
  await visitor.goto(site);
  await ada.getByText('Seen on one site.').waitFor();
  const sites = ada.getByRole('list', { name: 'Sites' });
  await sites.getByText(new URL(site).origin).waitFor();
  await sites.getByText('It works.').waitFor();

  await press(ada, 'Invite colleagues');
  await ada.getByLabel('Email addresses').fill(`Cleo Park <${CLEO.email}>\ndan@shop.example`);
  await press(ada, 'Send the invitations');
  await ada.getByLabel(`Link for ${CLEO.email}`).waitFor();
  await press(ada, 'Done');
  await expect.poll(() => mail.received.length).toBe(2);
  await ada.goto(`${desk.origin}/agent#page=settings-team`);
  await expect.poll(() => ada.getByText('Email sent').count()).toBe(2);

  const { page: cleo } = await openPage(browser, options);
  const invitation = mail.received.find(({ to }) => to.includes(CLEO.email))?.text ?? '';
  const link = /http:\S+#link=\S+/.exec(invitation)?.[0] ?? '';
  await cleo.goto(link);
  expect(await cleo.getByLabel('Name', { exact: true }).inputValue()).toBe('Cleo Park');
  await follow(cleo, link, CLEO, 'Join and sign in');

  const { page: phone } = await openPage(browser, options);
  await phone.goto(`${desk.origin}/agent`);
  await press(phone, 'Forgot your password?');
  await phone.getByLabel('Email address').fill(CLEO.email);
  await press(phone, 'Send the link');
  await heading(phone, 'Look into your mailbox');
  await phone.goto(await mailedLink(3));
  await phone.getByLabel('New password').fill(NEXT.password);
  await press(phone, 'Save and sign in');
  await heading(phone, 'Inbox');
  await cleo.getByText('Your sign-in has ended.', { exact: false }).waitFor();
  await signIn(cleo, NEXT);
  await heading(cleo, 'Inbox');
});
