import { effect } from '@preact/signals-react';
import type { Needs } from '../../../conversation/featureDeps';
import { RequestError } from '../../../services/requestError';
import { Refusal } from '../callError';

type StartNeeds = Needs<never, 'user', 'authentication' | 'start' | 'left'>;

export type SeveralNeeds = StartNeeds & Needs<never, 'experience', 'readExperience'>;

/** Refuses a call whose visitor left before it was carried out. It must not reach the next visitor. */
export const visitorLeft = () => new Refusal('refused', 'The visitor has left.');

const start = ({ slices, delivery }: StartNeeds): Promise<void> =>
  new Promise((resolve, reject) => {
    const { initializedStatus, exits } = slices.user;
    let before: number | undefined;
    let asked = false;
    let done = false;
    let stop = () => {};
    const end = (settle: () => void) => {
      done = true;
      stop();
      settle();
    };
    stop = effect(() => {
      if (done || delivery.authentication.isUserLoggingIn.value) return;
      const status = initializedStatus.value;
      before ??= exits();
      if (before !== exits()) end(() => reject(visitorLeft()));
      else if (status === 'successful') end(resolve);
      else if (status === 'failed' && asked)
        end(() => reject(new RequestError('network', 'The conversation could not be started')));
      else if (!asked && status !== 'pending') {
        asked = true;
        queueMicrotask(delivery.start);
      } else asked = true;
    });
    if (done) stop();
  });

/**
 * Starts the visitor's conversation, or joins the start under way, and waits for it. A logout or login that was
 * requested earlier goes first.
 * @throws RequestError when the start failed
 * @throws Refusal when the visitor has left since
 */
export const started = async (deps: StartNeeds): Promise<void> => {
  await deps.delivery.left();
  await start(deps);
};

/**
 * Waits until it is known what the account allows.
 * @throws Refusal `notSupported` where the account has no several conversations
 * @throws RequestError when that could not be fetched
 */
export const severalAllowed = async (deps: SeveralNeeds, needs: 'list' | 'create'): Promise<void> => {
  await started(deps);
  const { experience } = deps.slices;
  await deps.delivery.readExperience();
  const known = experience.integrationsFetchStatus.value === 'successful';
  const allowed = needs === 'list' ? experience.listed.value : experience.mayCreate.value;
  if (!known && experience.listed.value)
    throw new RequestError('network', 'What the account allows could not be fetched');
  if (!allowed)
    throw new Refusal(
      'notSupported',
      needs === 'list'
        ? 'This account has no list of conversations.'
        : 'This account allows no more conversations.',
    );
};
