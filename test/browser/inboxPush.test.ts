import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { launchBrowser } from '../support/browser';
import { startDesk } from '../support/desk';
import { createVisitor, sendText } from '../support/deskClient';
import { openInbox, rows } from '../support/inboxPage';
import { findPort } from '../support/process';
import { startPushService } from '../support/pushService';
import { forThisFile } from '../support/setUp';

const port = await findPort();
const root = `http://127.0.0.1:${port}`;
// Below a path, as behind a proxy.
const publicUrl = `${root}/help`;
const scope = `${publicUrl}/agent/`;
const service = await forThisFile(startPushService(Date.now));
const desk = await forThisFile(startDesk({ port, publicUrl, pushHosts: ['127.0.0.1'] }));
// The headless shell has no notifications.
const browser = await forThisFile(launchBrowser([], { complete: true }));

/** Makes the browser subscribe to the stand-in: no browser of tests reaches its own push service. */
const standIn = (subscription: object) => {
  if (!location.protocol.startsWith('http')) return;
  let isOn = localStorage.getItem('test.subscribed') === 'on';
  const remember = (on: boolean): void => {
    isOn = on;
    localStorage.setItem('test.subscribed', on ? 'on' : 'off');
  };
  const made = {
    options: { applicationServerKey: null },
    toJSON: () => subscription,
    unsubscribe: async () => remember(false),
  };
  PushManager.prototype.getSubscription = async () => (isOn ? (made as never) : null);
  PushManager.prototype.subscribe = async () => {
    remember(true);
    return made as never;
  };
};

const notices = (page: Page) =>
  page.evaluate(async (at) => {
    const registration = await navigator.serviceWorker.getRegistration(at);
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
  }, scope);

it('a push message is shown by the service worker while the inbox is closed, and opens it', async () => {
  const { page } = await openInbox(browser, { origin: publicUrl, store: desk.store }, {}, { name: 'Ada' });
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: root });
  await context.addInitScript(standIn, service.subscribe('ada'));
  const cdp = await context.newCDPSession(page);
  const ids: string[] = [];
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
    ids.push(
      ...registrations.flatMap(({ scopeURL, registrationId }) => (scopeURL === scope ? registrationId : [])),
    ),
  );
  await page.goto(`${scope}#page=account`);
  await page.reload();
  await cdp.send('ServiceWorker.enable');
  const toggle = page.getByRole('checkbox', { name: 'Push messages to this browser' });
  expect(ids).toEqual([]);
  await toggle.click();
  await page.getByRole('button', { name: 'Send a test', exact: true }).click();
  await page.getByText('Sent. It appears in a moment.').waitFor();
  expect(service.taken.map(({ notice }) => notice.title)).toEqual(['Test']);
  await expect.poll(() => ids.length).toBeGreaterThan(0);

  /** Delivers what the push service has taken, as it would. */
  const deliver = async () => {
    for (const { notice } of service.taken.splice(0))
      await cdp.send('ServiceWorker.deliverPushMessage', {
        origin: root,
        registrationId: ids[0] ?? '',
        data: JSON.stringify(notice),
      });
  };
  service.taken.length = 0;
  const visitor = await createVisitor(desk, { properties: { name: 'Ana' } });
  await sendText(visitor, 'Open inbox');
  await desk.pushRound();
  expect(service.taken).toEqual([]);

  // A page of the desk outside of the worker's scope.
  await page.goto(`${publicUrl}/docs/`);
  for (const text of ['Where is it?', 'Hello?']) {
    await sendText(visitor, text);
    await desk.pushRound();
    expect(service.taken).toHaveLength(1);
    await deliver();
  }
  const about = { tag: visitor.conversationId, data: { conversation: visitor.conversationId } };
  await expect.poll(() => notices(page)).toEqual([{ title: 'Ana', body: 'Hello?', ...about }]);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);

  // Clicked while an inbox is open in another tab, which shows another page then.
  const tab = await context.newPage();
  await tab.goto(`${scope}#page=account`);
  await tab.getByRole('heading', { name: 'My account' }).waitFor();
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await registration.getNotifications();
    const Click = (globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event })
      .NotificationEvent;
    self.dispatchEvent(new Click('notificationclick', { notification }));
  });
  await expect.poll(() => tab.url()).toBe(`${scope}#conversation=${visitor.conversationId}`);
  expect(await notices(page)).toEqual([]);
  await rows(tab).first().waitFor();

  // The inbox's own notification replaces the pushed one, because it has its tag.
  await tab.evaluate(() => localStorage.setItem('porch.agentNotifications', 'on'));
  await tab.goto(`${scope}#page=account`);
  await tab.reload();
  await tab.getByRole('heading', { name: 'My account' }).waitFor();
  await tab.evaluate(() => {
    document.hasFocus = () => false;
  });
  await sendText(visitor, 'Anybody?');
  await expect.poll(() => notices(page)).toMatchObject([{ body: 'Anybody?', ...about }]);
  await desk.pushRound();
  expect(service.taken).toEqual([]);

  // Signing out ends it on the desk and in the browser.
  await tab.goto(scope);
  await tab.reload();
  await tab.getByRole('button', { name: 'Menu', exact: true }).click();
  await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('test.subscribed'))).toBe('off');
  expect(await desk.store.pushBrowsers(0)).toEqual([]);
});
