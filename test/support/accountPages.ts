import type { Page } from 'playwright-core';
import { setupLink } from '../../examples/support-desk/server/domain/accounts/firstStart';
import type { Desk } from './desk';

/** An agent as they type themselves in. */
export type Person = { name: string; email: string; password: string };

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).click();

export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name, exact: true }).waitFor();

let made = 0;

/** Makes a link for the first admin, as the desk does when it starts. */
export const firstLink = async (desk: Pick<Desk, 'origin' | 'store'>): Promise<string> => {
  const newId = () => `first-${++made}`;
  const newToken = () => `token-${newId()}`;
  const token = await setupLink({ store: desk.store, now: Date.now, newId, newToken });
  return `${desk.origin}/agent#link=${token}`;
};

/** Opens a one-use link, and joins by it. @param act the name of the button */
export const follow = async (
  page: Page,
  link: string,
  { name, email, password }: Person,
  act: string,
): Promise<void> => {
  await page.goto(link);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('New password').fill(password);
  await press(page, act);
  if (act === 'Set up and sign in') {
    await heading(page, 'Get started');
    await press(page, 'Back to the inbox');
  }
  await heading(page, 'Inbox');
};

/** Fills the sign-in form in. */
export const signIn = async (page: Page, { email, password }: Person): Promise<void> => {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign in');
};
