import { decodeSignal, type Signal } from '@porch/messenger/wire/voice';
import * as v from 'valibot';
import { shortText } from './parts';

/** The bodies of voice calls. */

const MAX_AT_ONCE = 50;

/** `POST /calls/{id}/answer`. `name` is only read for programs. */
export const callAnswerBody = v.object({ name: v.optional(shortText) });

/** `POST …/calls/{id}/signals`, of agents and of visitors. */
export const signalsBody = v.object({
  signals: v.pipe(
    v.array(
      v.pipe(
        v.unknown(),
        v.rawTransform<unknown, Signal>(({ dataset, addIssue, NEVER }) => {
          const signal = decodeSignal(dataset.value);
          // Only the desk reports which agent answered.
          if (signal && signal.type !== 'agent') return signal;
          addIssue({ message: 'must be a signal of a call' });
          return NEVER;
        }),
      ),
    ),
    v.maxLength(MAX_AT_ONCE),
  ),
});
