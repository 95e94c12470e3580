import { isTooLong } from '../../model/validation';
import { list, obj, str } from '../../wire/decode';
import { MAX_TEXT } from '../../wire/message';
import type { LazyCall, LazyCommand } from './lazyCommand';

/** How often a call looks for the surface, which may be drawn a moment later, and how long it waits between. */
const LOOKS = 50;
const LOOK_MS = 100;

/** The widget's surface; undefined where the page has none drawn. */
const drawn = async ({ handover, clock }: LazyCall['deps']) => {
  for (let i = 0; i < LOOKS && !handover.launcher; i++)
    await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
  return handover.launcher;
};

/** Writes a text into the text box, where the visitor has written nothing. It is not sent. */
const prefill: LazyCommand = async ({ deps, misuse }, value) => {
  const text = str(value);
  if (!text?.trim() || isTooLong(text))
    return misuse(`prefill needs a text of at most ${MAX_TEXT} characters.`);
  const surface = await drawn(deps);
  if (!surface) return misuse('prefill needs a widget on the page.');
  const { box } = (await surface.home()).textBox;
  if (box.value || box.readOnly) return;
  box.value = text;
  // The card follows the text by its events, and keeps it as a draft.
  const { Event } = box.ownerDocument.defaultView as Window & typeof globalThis;
  box.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Tells agents of a page that has another address than the browser's, until that one changes. */
const pageview: LazyCommand = ({ deps: { page }, misuse }, view) => {
  const { url, title } = obj(view);
  const path = str(url);
  const name = str(title);
  page.placeAs((own) => {
    const at = own.url();
    if (path === undefined || !URL.canParse(path, at) || (title !== undefined && name === undefined)) {
      misuse('pageview needs {url, title}: an address, and a text if any.');
      return undefined;
    }
    const { href } = new URL(path, at);
    const stays = () => own.url() === at;
    return {
      url: () => (stays() ? href : own.url()),
      title: () => (stays() ? (name ?? own.title()) : own.title()),
    };
  });
};

/** The longest id of a digital line. */
const LONGEST_LINE = 200;

/** Opens the voice card with this line, or with the usual one. */
const voice: LazyCommand = async ({ deps, misuse }, line) => {
  if (line !== undefined && !(str(line) && (line as string).length <= LONGEST_LINE))
    return misuse('messenger:open voice needs the id of a digital line: a text.');
  if (deps.slices.settings.raw.voiceEnabled !== true)
    return misuse('messenger:open voice does nothing, as this account takes no calls.');
  const surface = await drawn(deps);
  if (!surface) return misuse('messenger:open voice needs a widget on the page.');
  const { openVoice } = await import('../../conversation/askedFeatures');
  await openVoice({ ...deps, surface }, line as string | undefined);
};

/** Shows a campaign regardless of its rules, its dates and earlier dismissals. */
const forceCampaign: LazyCommand = async ({ deps, misuse }, id) => {
  const { campaigns } = obj(obj(deps.handover.config).messenger);
  if (!str(id) || !list(campaigns).some((campaign) => obj(campaign).id === id))
    return misuse('forceProactiveMessage needs the id of one of the campaigns that are due within a day.');
  const surface = await drawn(deps);
  surface?.root.host.setAttribute('data-campaign', id as string);
};

/** Calls that need the widget on the page, and calls of a page about itself. */
export const PAGE: Record<string, LazyCommand> = {
  'messenger:open.voice': voice,
  'messenger.forceProactiveMessage': forceCampaign,
  'messenger.prefill': prefill,
  'messenger.pageview': pageview,
};
