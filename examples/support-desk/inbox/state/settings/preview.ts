import type { Clock } from '@porch/messenger/platform/clock';
import { createTimer } from '@porch/messenger/platform/timer';
import { effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { ApiFailure, ApiRefusal } from '../../model/apiResult';
import type { SettingsApi } from '../../services/settingsApi';

/** The draft that the preview's widget reads. */
export type Preview = {
  /** The draft's id, and a number that grows when the widget must restart. */
  draft: ReadonlySignal<{ id: string; revision: number } | undefined>;
  /** Whether the preview is behind the form, because the desk refuses the draft. */
  behind: ReadonlySignal<boolean>;
  /** Restarts the preview's widget. */
  reload(): void;
  dispose(): void;
};

type PreviewDeps = {
  clock: Pick<Clock, 'after'>;
  api: Pick<SettingsApi, 'keepDraft'>;
  /** The form's content; `undefined` while there is nothing to show. */
  value: ReadonlySignal<Record<string, unknown> | undefined>;
  onKept(): void;
  onRefused(refusal: ApiRefusal): void;
};

/** How long the agent must pause before a draft is sent, ms. */
const PAUSE_MS = 350;
/** How soon a draft that did not reach the desk is sent again, ms. */
const AGAIN_MS = 2_000;
const UNREACHED: readonly ApiFailure[] = ['network', 'busy', 'server'];

export const createPreview = ({ clock, api, value, onKept, onRefused }: PreviewDeps): Preview => {
  const draft = signal<{ id: string; revision: number } | undefined>(undefined);
  const behind = signal(false);
  const timer = createTimer(clock);
  let id: string | undefined;
  let sends = 0;

  const send = async (): Promise<void> => {
    const shown = value.peek();
    if (!shown) return;
    sends += 1;
    const mine = sends;
    const answer = await api.keepDraft({ value: shown, draft: id });
    if (mine !== sends || !value.peek()) return;
    behind.value = !answer.ok;
    if (!answer.ok) {
      if (UNREACHED.includes(answer.failure)) sendIn(AGAIN_MS);
      return onRefused(answer);
    }
    id = answer.value;
    draft.value = { id, revision: mine };
    onKept();
  };

  const sendIn = (ms: number): void => timer.set(ms, () => void send());

  const stop = effect(() => {
    const shown = value.value;
    if (!shown) {
      timer.stop();
      sends += 1;
      draft.value = undefined;
      behind.value = false;
      return;
    }
    // The first at once, so that the page does not open with a blank space.
    sendIn(draft.peek() ? PAUSE_MS : 0);
  });

  return {
    draft,
    behind,
    reload: () => void send(),
    dispose: () => {
      stop();
      // Ignores the answers still to come.
      sends += 1;
      timer.stop();
    },
  };
};
