import { effect } from '@preact/signals-react';
import { updateUser } from '../../../services/identityCalls';
import type { Json } from '../../../wire/decode';
import type { CallDeps } from '../callDeps';
import { visitorLeft } from '../started';
import { DEBOUNCE_MS } from '../updateUser';

/**
 * Resolves with the visitor's id once they are there; no visitor is created for it.
 * @throws Refusal when they have left before
 */
const visitorThere = ({ slices, own }: CallDeps): Promise<string> =>
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
    own(() => stop());
  });

/** What the page says of one visitor, and when the service has it. */
type Update = { properties: Json; exits: number; sent: Promise<void> };

type Queue = {
  /** Resolves half a second after the last update was sent. */
  over: Promise<void>;
  /** What has not been sent yet. */
  waiting?: Update;
  cancel(): void;
};

/** The updates of each messenger's page. */
const queues = new WeakMap<CallDeps, Queue>();

const queueOf = (deps: CallDeps): Queue => {
  const known = queues.get(deps);
  if (known) return known;
  const queue: Queue = { over: Promise.resolve(), cancel() {} };
  queues.set(deps, queue);
  deps.own(() => queue.cancel());
  return queue;
};

/**
 * Tells the service properties of the visitor: the first at once, and what follows within half a second or while that is
 * on its way together, so that the page's last word counts. Waits for a visitor who does not exist yet. A logout or a
 * login that was asked for earlier goes first.
 * @throws Refusal when the visitor has left meanwhile
 */
export const updateVisitor = async (deps: CallDeps, properties: Json): Promise<void> => {
  const { delivery, slices, clock } = deps;
  await delivery.left();
  await delivery.loginOver();
  const queue = queueOf(deps);
  const exits = slices.user.exits();
  if (queue.waiting?.exits === exits) {
    Object.assign(queue.waiting.properties, properties);
    return queue.waiting.sent;
  }
  const before = queue.over;
  const there = visitorThere(deps);
  const send = async () => {
    const [id] = await Promise.all([there, before]);
    if (queue.waiting === update) queue.waiting = undefined;
    if (slices.user.exits() !== exits) throw visitorLeft();
    await updateUser(delivery.http, id, { properties: update.properties });
  };
  const update: Update = { properties: { ...properties }, exits, sent: Promise.resolve() };
  queue.waiting = update;
  update.sent = send();
  queue.over = update.sent
    .catch(() => {})
    .then(
      () =>
        new Promise((resolve) => {
          queue.cancel = clock.after(DEBOUNCE_MS, resolve);
        }),
    );
  return update.sent;
};
