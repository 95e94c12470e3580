import type { Clock } from '@porch/messenger/platform/clock';
import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import type { AgentCall } from '../../../shared/answers/calls';
import type { AttentionBrowser } from '../../platform/attentionBrowser';
import type { SafeStorage } from '../../platform/storage';
import { FIRST_LOOK_MS } from './attention';
import type { Calls } from './calls';

/** The time between two rings, in ms. */
const RING_MS = 3_000;
/** When a tab of this browser rang last, in ms since 1970. */
const RANG = 'porch.agentRang';
/** The call for which a tab of this browser has notified the agent. */
const NOTIFIED = 'porch.agentNotified';

/**
 * Rings while a visitor calls, in one tab of several, until the call is taken or has ended. Notifies an agent who looks
 * elsewhere once per call.
 */
export const createRinging = (deps: {
  workspace: ReadonlySignal<{ calls: Calls } | undefined>;
  sound: ReadonlySignal<boolean>;
  notifications: ReadonlySignal<boolean>;
  browser: Pick<AttentionBrowser, 'mayPlay' | 'play' | 'alone' | 'watched' | 'notify'>;
  /** No tab may play: the agent has to use one first. */
  unheard(): void;
  local: SafeStorage;
  clock: Clock;
}) => {
  const { browser, local, clock } = deps;
  /** The call that rings longest. It does not ring for an agent who is on a call. */
  const caller = computed((): AgentCall | undefined => {
    const calls = deps.workspace.value?.calls;
    return calls && !calls.own.value ? calls.ringing.value[0] : undefined;
  });
  const heard = computed(() => caller.value !== undefined && deps.sound.value);
  let cancel = () => {};
  const ring = (isFirst = false): void => {
    cancel = clock.after(RING_MS, ring);
    void browser.alone(() => {
      const since = clock.now() - Number(local.fresh(RANG) ?? 0);
      // A little less than a round, because tabs do not start together. Clocks may be set back.
      if (since >= 0 && since < RING_MS * 0.8) return;
      if (!heard.peek()) return;
      if (!browser.mayPlay()) {
        // Another tab has had a whole round to ring.
        if (!isFirst && !(since >= 0 && since < RING_MS * 1.5)) deps.unheard();
        return;
      }
      local.set(RANG, `${clock.now()}`);
      browser.play();
    });
  };
  const stop = effect(() => {
    cancel();
    if (heard.value) ring(true);
  });
  const notify = ({ id, visitor }: AgentCall): void => {
    void browser.alone(() => {
      if (local.fresh(NOTIFIED) === id || caller.peek()?.id !== id) return;
      local.set(NOTIFIED, id);
      if (!deps.notifications.peek() || browser.watched()) return;
      browser.notify({
        title: `${visitor} is calling`,
        body: 'Answer in the inbox.',
        tag: `call ${id}`,
        onClick() {},
      });
    });
  };
  const stopNotifying = effect(() => {
    const call = caller.value;
    if (!call) return undefined;
    if (!untracked(browser.watched)) return clock.after(FIRST_LOOK_MS, () => notify(call));
    notify(call);
    return undefined;
  });
  return {
    caller,
    dispose: (): void => {
      stop();
      stopNotifying();
      cancel();
    },
  };
};
