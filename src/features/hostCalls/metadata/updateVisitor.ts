import { effect } from '@preact/signals-react';
import type { Needs } from '../../../conversation/featureDeps';
import { UPDATE_USER_MS } from '../../../model/retries/calls';
import { createTimer } from '../../../platform/timer';
import { updateUser } from '../../../services/identityCalls';
import type { Json } from '../../../wire/decode';
import { visitorLeft } from '../conversation/started';

export type VisitorNeeds = Needs<'onDispose' | 'clock', 'user', 'left' | 'loginOver' | 'http'>;

/**
 * Resolves with the visitor's id once they exist; creates no visitor for it.
 * @throws Refusal when they have left before
 */
const visitorThere = ({ slices, onDispose }: VisitorNeeds): Promise<string> =>
  new Promise((resolve, reject) => {
    const { user } = slices;
    const before = user.exits();
    let stop = () => {};
    stop = effect(() => {
      const id = user.appUserId.value;
      const isThere = user.initializedStatus.value === 'successful';
      if (before !== user.exits()) reject(visitorLeft());
      else if (id && isThere) resolve(id);
      else return;
      queueMicrotask(() => stop());
    });
    onDispose(() => stop());
  });

/** The properties that the page has set for one visitor, and when the service has them. */
type Update = { properties: Json; exits: number; sent: Promise<void> };

/**
 * Sends properties of the visitor to the service. The first go at once. Those that follow within half a second, or
 * while the first are on their way, go together, so that the page's last values win. Waits for a visitor who does not
 * exist yet. A logout or login that was requested earlier goes first.
 * @returns a function that takes properties, and resolves once the service has them; it rejects with a Refusal when the
 * visitor has left since
 */
export const createVisitorUpdates = (deps: VisitorNeeds) => {
  const { delivery, slices, clock, onDispose } = deps;
  const pause = createTimer(clock, onDispose);
  /** Resolves half a second after the last update was sent. */
  let quiet: Promise<unknown> = Promise.resolve();
  /** What has not been sent yet. */
  let waiting: Update | undefined;

  const send = async (update: Update, before: Promise<unknown>) => {
    const [id] = await Promise.all([visitorThere(deps), before]);
    if (waiting === update) waiting = undefined;
    if (slices.user.exits() !== update.exits) throw visitorLeft();
    await updateUser(delivery.http, id, { properties: update.properties });
  };
  return async (properties: Json): Promise<void> => {
    await delivery.left();
    await delivery.loginOver();
    const exits = slices.user.exits();
    if (waiting?.exits === exits) {
      Object.assign(waiting.properties, properties);
      return waiting.sent;
    }
    const update: Update = { properties: { ...properties }, exits, sent: Promise.resolve() };
    waiting = update;
    update.sent = send(update, quiet);
    quiet = update.sent
      .catch(() => {})
      .then(() => new Promise<void>((resolve) => pause.set(UPDATE_USER_MS, resolve)));
    return update.sent;
  };
};
