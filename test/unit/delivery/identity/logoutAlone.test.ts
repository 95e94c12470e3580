import { describe, expect, it } from 'vitest';
import { lazyChunks } from '../../../../src/delivery/chunks';
import { hold } from '../../../support/hold';
import { createLoginSide, loginsForEachTest } from '../../../support/loginSide';

const at = loginsForEachTest();

type Identity = typeof lazyChunks.identity;

const page = (identity: Identity = lazyChunks.identity) =>
  createLoginSide(at.desk, at.clock, at.browser, { identity });

/** How the file of logins may be away. */
const AWAY: [string, Identity][] = [
  ['cannot be loaded', () => Promise.reject(new TypeError('blocked'))],
  ['never comes', () => new Promise(() => {})],
];

const annLogsIn = async () => {
  const side = page();
  await side.logIn(at.gives('ann'));
  return side;
};

/** What the browser stores of a visitor. */
const stored = () =>
  Object.keys(at.browser.local).filter((name) => /appUserId|externalId|sessionToken/.test(name));

describe.each(AWAY)('a logout on a page whose file of logins %s', (_, identity) => {
  it('leaves nothing of who was known, in no tab, nor on the next page (login-29)', async () => {
    const ann = await annLogsIn();
    await ann.write('Ann’s');
    const side = page(identity);
    side.delivery.start();
    await side.write('Ann’s, unsent');
    expect(side.texts()).toHaveLength(1);
    side.delivery.logoutUser();
    expect([side.texts(), stored()]).toEqual([[], []]);
    await at.settle();
    expect([ann.texts(), ann.user.auth.value]).toEqual([[], undefined]);
    side.dispose();
    const next = page(identity);
    await next.write('The next one’s', 3000);
    expect([next.texts(), next.calls('POST /appusers').length]).toEqual([['The next one’s'], 1]);
  });

  it('ends an anonymous visitor at once, and the next one may write (login-29)', async () => {
    const side = page(identity);
    await side.write('The first one’s', 3000);
    side.delivery.logoutUser();
    expect([side.texts(), stored()]).toEqual([[], []]);
    await side.write('The next one’s', 3000);
    expect([side.texts(), side.calls('POST /appusers').length]).toEqual([['The next one’s'], 2]);
  });
});

it('A logout whose file of logins comes late does not end the next visitor', async () => {
  const { until: late, release: give } = hold();
  const side = page(() => late.then(lazyChunks.identity));
  await side.write('The first one’s', 3000);
  side.delivery.logoutUser();
  await side.write('The next one’s', 3000);
  give();
  await at.settle(3000);
  expect([side.texts(), side.calls('POST /appusers').length]).toEqual([['The next one’s'], 2]);
});

it.each(['logoutUser', 'resetWidget'])(
  'A page that went before it could carry out %s leaves it to the next one (login-29)',
  async (method) => {
    const ann = page();
    await ann.write('The first one’s', 3000);
    ann.dispose();
    ann.storages.lasting.set('web.leave', `messenger.${method}`);
    const next = page();
    next.delivery.start();
    await next.write('The next one’s', 3000);
    expect([next.texts(), next.calls('POST /appusers').length]).toEqual([['The next one’s'], 1]);
    next.dispose();
    const last = page();
    await last.start(3000);
    expect(last.texts()).toEqual(['The next one’s']);
  },
);
