import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import type { PushAnswer, PushTestAnswer } from '../../../shared/answers/pushes';
import type { ApiRefusal, ApiResult } from '../../model/apiResult';
import type { PushBrowser } from '../../platform/pushBrowser';
import type { AccountApi } from '../../services/accountApi';

/** Why push messages cannot be turned on. `failed`: the browser could not subscribe. */
export type PushObstacle = 'missing' | 'install' | 'blocked' | 'failed';

/** The push messages of the agent's browsers. */
export type Pushing = {
  /** What the desk answered last. */
  answer: ReadonlySignal<PushAnswer | undefined>;
  /** Whether this browser gets them. */
  on: ReadonlySignal<boolean>;
  obstacle: 'missing' | 'install' | undefined;
  refresh(): Promise<ApiRefusal | undefined>;
  /** @returns what went wrong */
  set(on: boolean): Promise<PushObstacle | ApiRefusal | undefined>;
  /** Ends those of another browser of the agent. */
  remove(id: string): Promise<ApiRefusal | undefined>;
  test(): Promise<ApiResult<PushTestAnswer>>;
  dispose(): void;
};

type State = { status: string; ended?: string; api?: { account: AccountApi } };

type PushingDeps = {
  push: PushBrowser;
  browser: { askPermission(): Promise<NotificationPermission> };
  session: { state: ReadonlySignal<State> };
  away: ReadonlySignal<boolean>;
  /** Shows a conversation whose notification was clicked. */
  open(conversationId: string): void;
};

/** A browser whose session has ended gets none until the agent turns them on again. */
export const createPushing = ({ push: browser, session, away, ...deps }: PushingDeps): Pushing => {
  const { askPermission } = deps.browser;
  const answer = signal<PushAnswer | undefined>(undefined);
  const current = computed(() => answer.value?.browsers.find((one) => one.current));
  let api: AccountApi | undefined;

  const take = (result: ApiResult<PushAnswer> | undefined): ApiRefusal | undefined => {
    if (!result?.ok) return result;
    answer.value = result.value;
    return undefined;
  };
  const refresh = async () => take(await api?.pushState());
  const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);

  const subscribe = async (): Promise<'failed' | ApiRefusal | undefined> => {
    const failed = answer.peek() ? undefined : await refresh();
    const key = answer.peek()?.key;
    if (failed || key === undefined) return failed ?? 'failed';
    const made = await browser.subscribe(key).catch(() => undefined);
    if (!made) return 'failed';
    return take(await api?.subscribe({ ...made, away: away.peek() }));
  };

  const remove = async (id: string): Promise<ApiRefusal | undefined> => {
    const result = await api?.unsubscribe(id);
    return result && !result.ok && result.failure !== 'notFound' ? result : refresh();
  };

  /** The desk decides whether this browser gets messages; the browser's own subscription follows. */
  const agree = async (): Promise<void> => {
    if (!(await browser.isSubscribed()) || (await refresh())) return;
    if (current.peek()) await subscribe();
    else await browser.unsubscribe();
  };

  let before = 'opening';
  const stopSession = effect(() => {
    const { status, ended, api: next } = session.state.value;
    const hasLeft = status === 'signedOut' && ended === undefined && before !== 'opening';
    before = status;
    untracked(() => {
      api = next?.account;
      answer.value = undefined;
      if (api) quietly(agree());
      else if (hasLeft) quietly(browser.unsubscribe());
    });
  });
  const stopOpening = browser.onOpen(deps.open);

  const stop = effect(() => {
    const isAway = away.value;
    untracked(() => {
      const its = current.peek();
      if (its && its.away !== isAway) quietly(subscribe());
    });
  });

  return {
    answer,
    on: computed(() => current.value !== undefined),
    obstacle: browser.obstacle,
    refresh,
    set: async (on) => {
      if (!on) {
        const id = current.peek()?.id;
        await browser.unsubscribe().catch(() => undefined);
        return id === undefined ? undefined : remove(id);
      }
      if (browser.obstacle) return browser.obstacle;
      return (await askPermission()) === 'granted' ? subscribe() : 'blocked';
    },
    remove,
    test: async () => (await api?.testPush()) ?? { ok: false, failure: 'unauthorized' },
    dispose: () => {
      stop();
      stopSession();
      stopOpening();
    },
  };
};
