import type { Handover } from '../../loader/handover';
import type { Clock } from '../../platform/clock';
import { type AnswerDeps, answerCampaign } from './answer';

/** How often an opened campaign checks whether the messenger has loaded. */
const CHECK_MS = 50;

/** Starts the conversation of the campaign that the visitor has opened; one at a time. */
export const createOpening = (handover: Pick<Handover<AnswerDeps>, 'live'>, clock: Clock) => {
  /** Ends what the campaign under way has begun; undefined without one. */
  let offs: (() => void)[] | undefined;
  let signed: string | undefined;
  /** Whether the messenger has created something for it. */
  let made = false;

  const end = () => {
    for (const off of offs ?? []) off();
    offs = undefined;
    signed = undefined;
  };
  const messenger = (onDispose: (off: () => void) => void) =>
    new Promise<AnswerDeps>((resolve) => {
      const check = () => {
        if (handover.live) resolve(handover.live.deps);
        else onDispose(clock.after(CHECK_MS, check));
      };
      check();
    });

  return {
    busy: () => offs !== undefined,
    /** Why the messenger creates the visitor or their first conversation; undefined without a campaign under way. */
    origin() {
      if (signed === undefined) return undefined;
      made = true;
      return { intent: 'proactiveMessaging' as const, signedCampaignData: signed };
    },
    /** Gives the campaign up: the visitor has logged out. */
    end,
    /**
     * @param jwt the campaign's signed data
     * @param pressed whether the visitor pressed the message, and not the launcher
     * @returns whether the visitor has a conversation from the campaign; false also where it was given up
     */
    async begin(jwt: string, pressed: boolean): Promise<boolean> {
      made = false;
      signed = jwt;
      const mine: (() => void)[] = [];
      offs = mine;
      const onDispose = (off: () => void) => void mine.push(off);
      const isReplaced = () => offs !== mine;
      let answered = false;
      try {
        answered = await answerCampaign(await messenger(onDispose), jwt, {
          pressed,
          made: () => made,
          isReplaced,
          onDispose,
        });
      } catch (cause) {
        // The visitor can press again: the message is there once the window is closed.
        if (!isReplaced()) console.error('Porch: Failed to start a campaign conversation', cause);
      }
      if (isReplaced()) return false;
      end();
      return answered;
    },
  };
};
