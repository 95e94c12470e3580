import { effect } from '@preact/signals-react';
import { updateUser } from '../../../services/identityCalls';
import type { Json } from '../../../wire/decode';
import type { CallDeps } from '../callDeps';
import { visitorLeft } from '../started';

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

/**
 * Tells the service properties of the visitor. Waits for a visitor who does not exist yet. A logout or a login that was
 * asked for earlier goes first.
 * @throws Refusal when the visitor has left meanwhile
 */
export const updateVisitor = async (deps: CallDeps, properties: Json): Promise<void> => {
  await deps.delivery.logins.leaving.over;
  await deps.delivery.loginOver();
  await updateUser(deps.delivery.http, await visitorThere(deps), { properties });
};
