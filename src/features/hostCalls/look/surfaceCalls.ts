import type { OpenVoiceDeps } from '../../../conversation/askedFeatures';
import type { Needs } from '../../../conversation/featureDeps';
import type { Handover } from '../../../loader/handover';
import { isTooLong } from '../../../model/validation';
import { list, obj, str } from '../../../wire/decode';
import { MAX_TEXT } from '../../../wire/message';
import type { CreateCommands } from '../command';

export type SurfaceNeeds = Needs<'clock', 'settings'> &
  Omit<OpenVoiceDeps, 'surface'> & { handover: Pick<Handover, 'launcher' | 'config'> };

/** How often a call looks for the surface, which may be drawn a moment later, and the wait between two looks. */
const ATTEMPTS = 50;
const ATTEMPT_MS = 100;
/** The longest id of a digital line. */
const LONGEST_LINE = 200;

/** The calls that need the widget on the page. */
export const createCommands: CreateCommands<SurfaceNeeds> = ({ deps, misuse }) => {
  const { handover, clock, slices } = deps;

  /** The widget's surface; undefined where the page has none drawn. */
  const drawn = async () => {
    for (let i = 0; i < ATTEMPTS && !handover.launcher; i++)
      await new Promise<void>((resolve) => clock.after(ATTEMPT_MS, resolve));
    return handover.launcher;
  };

  return {
    /** Opens the voice card with this line, or with the usual one. */
    'messenger:open.voice': async (line) => {
      if (line !== undefined && !(str(line) && (line as string).length <= LONGEST_LINE))
        return misuse('messenger:open voice needs a digital line id, a string.');
      if (slices.settings.raw.voiceEnabled !== true)
        return misuse('messenger:open voice does nothing: this account takes no calls.');
      const surface = await drawn();
      if (!surface) return misuse('messenger:open voice needs a widget on the page.');
      const { openVoice } = await import('../../../conversation/askedFeatures');
      await openVoice({ ...deps, surface }, line as string | undefined);
    },
    /** Shows a campaign regardless of its rules, its dates and earlier dismissals. */
    'messenger.forceProactiveMessage': async (id) => {
      const { campaigns } = obj(obj(handover.config).messenger);
      if (!str(id) || !list(campaigns).some((campaign) => obj(campaign).id === id))
        return misuse('forceProactiveMessage needs the id of a campaign that is due within a day.');
      const surface = await drawn();
      surface?.root.host.setAttribute('data-campaign', id as string);
    },
    /** Writes a text into the text box, where the visitor has written nothing. It is not sent. */
    'messenger.prefill': async (value) => {
      const text = str(value);
      if (!text?.trim() || isTooLong(text))
        return misuse(`prefill needs a string of at most ${MAX_TEXT} characters.`);
      const surface = await drawn();
      if (!surface) return misuse('prefill needs a widget on the page.');
      const { box } = (await surface.home()).textBox;
      if (box.value || box.readOnly) return;
      box.value = text;
      // The card follows the text by its events, and keeps it as a draft.
      const { Event } = box.ownerDocument.defaultView as Window & typeof globalThis;
      box.dispatchEvent(new Event('input', { bubbles: true }));
    },
  };
};
