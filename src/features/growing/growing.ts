import { effect, signal } from '@preact/signals-react';
import { createElement } from 'react';
import type { Needs } from '../../conversation/featureDeps';
import type { Message } from '../../model/message';
import { stopGrowing } from '../../services/growthCalls';
import type { RequestError } from '../../services/requestError';
import { Growing } from './GrowthLine';
import { type GrowingWords, loadGrowingWords } from './growingWords';

type GrowingDeps = Needs<
  'report' | 'onDispose',
  'conversations' | 'messages' | 'locale',
  'http' | 'arrivals'
>;

/** What is shown below an answer that grows. Rejects when its words cannot be loaded. */
export const createGrowing = async (
  { slices: { conversations, messages, locale }, delivery, report, onDispose }: GrowingDeps,
  load = loadGrowingWords,
) => {
  let shown = locale.words.peek()?.locale ?? 'en-us';
  const words = signal<GrowingWords>(await load(shown));
  onDispose(
    effect(() => {
      const code = locale.words.value?.locale ?? shown;
      if (code === shown) return;
      shown = code;
      load(code).then(
        (loaded) => {
          if (code === shown) words.value = loaded;
        },
        (cause) => report('The words of growing answers could not be loaded', cause),
      );
    }),
  );
  const activeId = () => conversations.active.peek()?._id ?? '';
  const actions = {
    word: (key: string) => words.value[key] ?? '',
    async stop({ _id }: Message) {
      const id = activeId();
      try {
        messages.merge(id, await stopGrowing(delivery.http, id, _id));
      } catch (cause) {
        // 409: it has ended already, and its last version will arrive.
        if ((cause as RequestError).status === 409) return true;
        report('An answer could not be stopped', cause);
        return false;
      }
      return true;
    },
    onEnd(message: Message) {
      const id = activeId();
      delivery.arrivals().then(
        (arrivals) => arrivals.announce(message, id),
        () => {},
      );
    },
  };
  return ({ message }: { message: Message }) => createElement(Growing, { ...actions, message });
};
