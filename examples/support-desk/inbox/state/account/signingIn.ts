import { type ReadonlySignal, signal } from '@preact/signals-react';
import { type ApiRefusal, type ApiResult, failureWords } from '../../model/apiResult';
import type { SignInOffer } from '../../model/decodeAccounts';
import { duration } from '../../model/times';
import type { Session } from './session';

type Step = 'password' | 'code' | 'forgotten' | 'asked';

/**
 * The sign-in form: first email and password, then the code of the second factor, if the agent has one. Or the request
 * for a link, which leads to `asked`.
 */
export type SigningIn = {
  step: ReadonlySignal<Step>;
  busy: ReadonlySignal<boolean>;
  /** What went wrong, in words. */
  problem: ReadonlySignal<string | undefined>;
  offer: ReadonlySignal<SignInOffer>;
  /** Asks the desk what it offers besides the password. */
  load(): Promise<void>;
  password(email: string, password: string): Promise<void>;
  code(code: string): Promise<void>;
  demo(name: string): Promise<void>;
  /** Shows the request for a link for a new password. */
  forgot(): void;
  /** Asks for that link. */
  ask(email: string): Promise<void>;
  /** Starts over with the password. */
  restart(): void;
};

/**
 * What to show after a refused attempt with a password or a code.
 * @param wrong the words for a wrong secret
 */
export const attemptWords = ({ failure, reason, waitS }: ApiRefusal, wrong: string): string => {
  if (failure === 'unauthorized' || failure === 'forbidden') return wrong;
  if (failure === 'busy') return `Too many attempts. Try again in ${duration(waitS ?? 60)}.`;
  const own = (failure === 'rejected' || failure === 'conflict') && reason;
  return own ? `${own}.` : failureWords[failure];
};

const WRONG_PASSWORD = 'Email address and password do not match. Check both and try again.';
const OLD_DEMO_LINK =
  'The desk has started again. Open the link to the inbox that it has printed in its terminal.';
const NO_LINKS = 'This desk sends no emails. Ask an admin for a link.';
const WRONG_CODE = 'That code was not accepted. Wait for the next one and try again.';

/** @param first where it begins */
export const createSigningIn = (
  { api, entered }: Pick<Session, 'api' | 'entered'>,
  first: 'password' | 'code' = 'password',
): SigningIn => {
  const step = signal<Step>(first);
  const busy = signal(false);
  const problem = signal<string | undefined>(undefined);
  const offer = signal<SignInOffer>({ demo: [], needsDemoLink: false, needsSetup: false, mailsLinks: false });

  /** Makes one attempt at a time. @returns the answer if it succeeded */
  const attempt = async <T>(run: () => Promise<ApiResult<T>>, refused: string): Promise<T | undefined> => {
    if (busy.peek()) return undefined;
    busy.value = true;
    problem.value = undefined;
    const answer = await run();
    busy.value = false;
    if (answer.ok) return answer.value;
    problem.value = attemptWords(answer, refused);
    return undefined;
  };

  return {
    step,
    busy,
    problem,
    offer,
    load: async () => {
      const answer = await api.signIn.offer();
      if (answer.ok) offer.value = answer.value;
    },
    password: async (email, password) => {
      const answer = await attempt(() => api.signIn.signIn(email, password), WRONG_PASSWORD);
      if (answer?.secondFactor) step.value = 'code';
      else if (answer) await entered();
    },
    code: async (code) => {
      await attempt(() => api.signIn.code(code), WRONG_CODE);
      if (problem.peek() === undefined) await entered();
    },
    demo: async (name) => {
      await attempt(() => api.signIn.demo(name), OLD_DEMO_LINK);
      if (problem.peek() === undefined) await entered();
    },
    forgot: () => {
      step.value = 'forgotten';
      problem.value = undefined;
    },
    ask: async (email) => {
      await attempt(() => api.signIn.forgotten(email), NO_LINKS);
      if (problem.peek() === undefined) step.value = 'asked';
    },
    restart: () => {
      step.value = 'password';
      problem.value = undefined;
    },
  };
};
