import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { RequestError } from '../../services/requestError';

export type MailStep = 'asked' | 'sending' | 'failed' | 'sent';

/** The transcript of the open conversation, on its way by email. */
export type MailFlow = {
  step: ReadonlySignal<MailStep>;
  /** The address that is known of the visitor, once it has been read. */
  known: ReadonlySignal<string | undefined>;
  /** Asks for an address, unless one is being sent to, and reads the known one. */
  open(): void;
  /** Sends it. A second request for the same address, after a failure, sends the same email. */
  send(email: string): Promise<void>;
};

export const createMailFlow = (deps: {
  fetchEmail: () => Promise<string | undefined>;
  mail: (request: { email: string; referenceId: string }) => Promise<void>;
  createId: () => string;
  report: (message: string, cause: unknown) => void;
}): MailFlow => {
  const step = signal<MailStep>('asked');
  const known = signal<string | undefined>(undefined);
  /** The request that has not succeeded yet. */
  let request: { email: string; referenceId: string } | undefined;
  return {
    step,
    known,
    open() {
      if (step.peek() === 'sending') return;
      step.value = 'asked';
      if (known.peek() !== undefined) return;
      deps.fetchEmail().then(
        (email) => {
          known.value = email;
        },
        // The visitor writes it.
        () => {},
      );
    },
    async send(email) {
      if (step.peek() === 'sending') return;
      step.value = 'sending';
      if (request?.email !== email) request = { email, referenceId: deps.createId() };
      try {
        await deps.mail(request);
        request = undefined;
        step.value = 'sent';
      } catch (cause) {
        step.value = 'failed';
        if (!(cause as RequestError).isActionCancelled) deps.report('The transcript was not sent', cause);
      }
    },
  };
};
