import { batch } from '@preact/signals-react';
import type { ReportUnlessCancelled } from '../../services/requestError';
import type { Router } from '../../slices/router';
import type { UserAnswer } from '../../wire/user';
import { type AnsweredSlices, takeUserAnswer } from '../startMessenger';

export type ApplyLoginDeps = AnsweredSlices & {
  router: Pick<Router, 'reopen'>;
  /** Starts with the visitor that `take` puts into the slices. */
  startWith: (take: () => void) => Promise<void>;
  reportUnlessCancelled: ReportUnlessCancelled;
};

/** Applies the answer of a login to the slices and opens the conversation. */
export const createApplyLogin =
  (deps: ApplyLoginDeps) =>
  (answer: UserAnswer): void => {
    const { conversations, messages } = deps;
    const take = () => {
      takeUserAnswer(deps, answer);
      const spoken = (c?: { _id: string }) => c && messages.of(c._id).value[0];
      const { active, all, held } = conversations;
      // Prefer a conversation with messages to an empty one created before the login.
      if (!held.value && !spoken(active.value))
        conversations.hold(all.value.find((c) => c.status === 'active' && spoken(c))?._id);
    };
    void deps
      .startWith(() => batch(take))
      .then(deps.router.reopen, deps.reportUnlessCancelled('Failed to start conversation'));
  };
