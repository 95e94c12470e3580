import { signal } from '@preact/signals-react';
import type { RequestError } from '../../services/requestError';

/** An entry of the home card's menu. `confirm` and `done` are keys of `locales/`. */
type Choice = {
  confirm?: string;
  done?: string;
  panel?: unknown;
  /** @param doc the card's document */
  run?(doc: Document): Promise<void> | undefined;
};

type Step = 'panel' | 'confirm' | 'pending' | 'failed' | 'done' | 'over';

/**
 * Runs a chosen menu entry: asks for confirmation if the entry needs it, shows its progress, offers a retry
 * after a failure. Closing the menu does not stop it; its state is shown when the menu opens again.
 */
export const createOptions = <T extends Choice>(deps: {
  options: readonly T[];
  report: (message: string, cause: unknown) => void;
}) => {
  const chosen = signal<{ option: T; step: Step } | undefined>(undefined);

  const run = async (option: T, doc: Document) => {
    try {
      const doing = option.run?.(doc);
      if (doing) {
        chosen.value = { option, step: 'pending' };
        await doing;
      }
      chosen.value = { option, step: option.done ? 'done' : 'over' };
    } catch (cause) {
      const cancelled = (cause as RequestError).isActionCancelled === true;
      chosen.value = cancelled ? undefined : { option, step: 'failed' };
      if (!cancelled) deps.report('An option failed', cause);
    }
  };

  return {
    options: deps.options,
    chosen,
    async choose(option: T, doc: Document): Promise<void> {
      if (chosen.value?.step === 'pending') return;
      if (option.panel) chosen.value = { option, step: 'panel' };
      else if (option.confirm) chosen.value = { option, step: 'confirm' };
      else await run(option, doc);
    },
    async go(doc: Document): Promise<void> {
      const { option, step } = chosen.value ?? {};
      if (option && (step === 'confirm' || step === 'failed')) await run(option, doc);
    },
    leave() {
      if (chosen.value?.step !== 'pending') chosen.value = undefined;
    },
  };
};
