import { effect } from '@preact/signals-react';
import { updateUser } from '../../../services/identityCalls';
import type { Json } from '../../../wire/decode';
import type { CallDeps } from '../callDeps';

/** Resolves with the visitor's id once they are there; no visitor is created for it. */
const visitorThere = ({ slices, own }: CallDeps): Promise<string> =>
  new Promise((resolve) => {
    const { user } = slices;
    let stop = () => {};
    stop = effect(() => {
      const id = user.appUserId.value;
      if (!id || user.initializedStatus.value !== 'successful') return;
      resolve(id);
      queueMicrotask(() => stop());
    });
    own(() => stop());
  });

/** Tells the service properties of the visitor. Waits for a visitor who does not exist yet. */
export const updateVisitor = async (deps: CallDeps, properties: Json): Promise<void> => {
  await deps.delivery.loginOver();
  await updateUser(deps.delivery.http, await visitorThere(deps), { properties });
};
