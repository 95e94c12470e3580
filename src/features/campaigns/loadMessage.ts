import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';
import type { createMessage, Message } from './campaignMessage';

/** A file that does not load is requested again after two seconds, then after twice as long each time. */
const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/** Loads what draws messages, once a campaign is due. */
export const createMessageLoader = (clock: Clock, create: (make: typeof createMessage) => Message) => {
  let message: Message | undefined;
  let asked = false;
  let wait = FIRST_MS;
  const again = createTimer(clock);
  const failed = () => {
    again.set(wait, () => {
      asked = false;
    });
    wait = Math.min(wait * 2, LONGEST_MS);
  };
  return {
    get: () => message,
    /** @returns whether it has loaded; otherwise it is loading */
    ready(): boolean {
      if (!asked) {
        asked = true;
        import('./campaignMessage')
          .then((file) => {
            message = create(file.createMessage);
          })
          .catch(failed);
      }
      return message !== undefined;
    },
    dispose: again.stop,
  };
};
