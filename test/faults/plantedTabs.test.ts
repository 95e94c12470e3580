import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AssembledMessenger } from '../support/assemble';
import { playSite } from './support/site/play';
import { siteSchedules } from './support/site/schedule';
import { turn } from './support/time';

/** Faults of a tab, as each was or could be written. */
const FAULTS: Record<string, (messenger: AssembledMessenger) => void> = {
  'nobody stores that a visitor has left'({ storages: { lasting } }) {
    const { set } = lasting;
    lasting.tell = () => {};
    lasting.set = (key, value) => void (key.endsWith('.exit') || set(key, value));
  },
  'a leaving in another tab is not heard'({ slices: { user } }) {
    user.isOver = () => false;
    user.hearExit = () => {};
  },
  'a tab sends what anybody has left unsent'({ storages: { lasting } }) {
    const { get } = lasting;
    lasting.get = (key) => {
      const value = get(key);
      if (!value || !key.includes('.outbox.')) return value;
      return JSON.stringify({ ...JSON.parse(value), appUserId: '' });
    };
  },
  'what a login has not sent is dropped'({ delivery: { outbox } }) {
    const { put } = outbox;
    outbox.put = (unsent) =>
      unsent.appUserId.startsWith('@') ? outbox.remove(unsent.message.key) : put(unsent);
  },
  'a late messenger sends what somebody wrote who has left'({ slices: { user } }) {
    user.leftAt = () => Number.NaN;
  },
  'a switch forgets nobody'({ slices: { user } }) {
    user.externalId = () => null;
  },
  'an anonymous start takes the place of a login'({ slices: { user } }) {
    const { signIn } = user;
    user.signIn = (who, sessionToken, settings) => {
      signIn(who, sessionToken, settings);
      if (!sessionToken) return;
      user.stored.set('sessionToken', sessionToken);
      user.stored.set('appUserId', who._id);
    };
  },
  // What the code did before login-27.
  'a known person whose page gives no token is nobody'({ delivery }) {
    const { loginUser } = delivery;
    delivery.loginUser = (supply, done) =>
      loginUser((give) => {
        try {
          supply((jwt) => give(String(jwt).includes('.') ? jwt : undefined));
        } catch {
          give(undefined);
        }
      }, done);
  },
};

/** How many schedules find each fault at the latest. */
const MOST = 1500;

it.each(Object.entries(FAULTS))('the model of tabs finds that %s', async (name, plant) => {
  let problems: string[] = [];
  const { failed, numRuns } = await fc.check(
    fc.asyncProperty(siteSchedules, async (schedule) => {
      await turn();
      problems = await playSite(schedule, { plant });
      return problems.length === 0;
    }),
    { numRuns: MOST, seed: 1, endOnFailure: true },
  );
  console.log(`${name}: found by schedule ${numRuns}: ${problems[0]}`);
  expect(failed).toBe(true);
});
