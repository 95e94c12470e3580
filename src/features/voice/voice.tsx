import { type ReadonlySignal, signal } from '@preact/signals-react';
import { type CardAboveDeps, createCardAbove } from '../../conversation/cardAbove';
import type { Needs } from '../../conversation/featureDeps';
import type { Words } from '../../i18n/words';
import { accountUrl } from '../../model/baseUrls';
import { focusIn } from '../../platform/cardFocus';
import { given } from '../../services/requestError';
import { decodeLineStatus } from '../../wire/voice';
import { createCallFlow } from './callFlow';
import { VoiceCard } from './VoiceCard';
import { isCalling } from './voiceState';

export type VoiceDeps = CardAboveDeps &
  Needs<'clock' | 'report', 'settings' | 'locale' | 'user', 'connect' | 'rules' | 'http'>;

const STATUS = '/api/v2/channels/talk_embeddables/messaging/status';

/** The voice card: one line, and at most one call at a time. */
export const createVoice = (deps: VoiceDeps) => {
  const { slices, delivery, clock, report, onDispose, surface } = deps;
  const { settings, locale, user } = slices;
  const { connect, rules } = delivery;
  // The line belongs to the account, so no refusal of it concerns the visitor's credential.
  const account = connect(() => undefined, { epoch: rules.epoch }, accountUrl(settings.address));
  const flow = createCallFlow({
    async fetchStatus(lineId) {
      const answer = await account('GET', `${STATUS}?lineId=${encodeURIComponent(lineId)}`);
      return given(decodeLineStatus(answer), 'The answer holds no state of the line');
    },
    engine: () => import('./webRtc').then((file) => file.createWebRtcEngine(deps)),
    clock,
    report,
  });
  onDispose(flow.reset);
  const words = locale.words as ReadonlySignal<Words>;
  const card = createCardAbove(deps, { name: 'voice', title: 'voice.frame' });
  const leaving = signal(false);
  const leave = () => {
    flow.end();
    flow.rest();
    card.close();
    // The button of the menu, which most visitors have used.
    surface.home().then(({ document }) => focusIn(document.querySelector<HTMLElement>('[aria-haspopup]')));
  };
  const back = () => {
    if (!leaving.value && isCalling(flow.state.value)) leaving.value = true;
    else leave();
  };
  const stay = () => {
    leaving.value = false;
  };
  // A call belongs to its visitor.
  let visitor = user.appUserId.peek();
  onDispose(
    user.appUserId.subscribe((next) => {
      if (visitor !== undefined && next !== visitor) {
        flow.reset();
        card.close();
      }
      visitor = next;
    }),
  );
  return {
    root: surface.root,
    /**
     * Opens the card with this line; the usual one if the page names none. During a call it shows the call.
     * Rejects if code or home card fail to load.
     */
    async open(lineId?: string): Promise<void> {
      flow.open(lineId);
      const shown = { state: flow.state, words, actions: flow, leaving, onBack: back, onStay: stay };
      try {
        await card.open(() => ({ leave: back, card: <VoiceCard {...shown} /> }), { share: 1 });
      } catch (cause) {
        flow.rest();
        card.close();
        throw cause;
      }
    },
  };
};
