import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';
import { onWake, type Waking } from '../platform/page';

/** A feature that has not loaded after this long counts as missing. */
const LATE_MS = 120_000;

/** How long until a feature that failed to load is tried again, unless something triggers it sooner. */
const AGAIN_MS = 15_000;

/**
 * Loads the features that a plain text conversation does not need, each on first use. A feature is a view with its
 * own flows. A feature that fails to load is reported and tried again as long as the messenger runs: after a
 * delay, or at once when the page comes online or wakes up. A feature that takes longer than 120 s counts as
 * missing, and is used if it still arrives. Browsers request a file again after its import() failed, so a
 * retry can use the same address.
 * @param setup.words adds the words of the features
 * @param setup.own registers an undo that runs when the messenger ends
 * @param rows the registry: each row loads a feature and resolves with the function that creates it
 * @param deps passed to that function
 */
export const createFeatureLoader = <Features extends object, Deps>(
  setup: {
    words: { more: () => Promise<unknown> };
    clock: Clock;
    page: Waking;
    report: (message: string, cause: unknown) => void;
    own: (undo: () => void) => void;
  },
  rows: {
    [K in keyof Features]: {
      load(): Promise<(deps: Deps) => Features[K] | Promise<Features[K]>>;
      wordless?: true;
    };
  },
  deps: Deps,
) => {
  const { clock, page, own, report, words } = setup;
  let over = false;
  own(() => {
    over = true;
  });
  const features: { [K in keyof Features]?: ReadonlySignal<Features[K] | undefined> } = {};
  const loads = new Map<keyof Features, () => void>();
  const missing = signal<ReadonlyMap<keyof Features, boolean>>(new Map());
  const mark = (name: keyof Features, trying?: boolean) => {
    const next = new Map(missing.value);
    if (trying === undefined) next.delete(name);
    else next.set(name, trying);
    missing.value = next;
  };
  const retry = () => {
    for (const name of missing.value.keys()) loads.get(name)?.();
  };
  own(onWake(page, retry));

  /** Loads a feature; the signal is undefined until it has loaded. */
  const feature = <K extends keyof Features>(name: K): ReadonlySignal<Features[K] | undefined> => {
    const known = features[name];
    if (known) return known;
    const view = signal<Features[K] | undefined>(undefined);
    let cancel = () => {};
    let coming = false;
    own(() => cancel());
    const wait = (ms: number, task: () => void) => {
      cancel();
      cancel = clock.after(ms, task);
    };
    const fail = (cause?: unknown) => {
      report(`${String(name)} could not be loaded`, cause);
      mark(name, false);
    };
    const load = async () => {
      wait(LATE_MS, fail);
      if (missing.value.has(name)) mark(name, true);
      // The same import is still pending; a second one would not be faster.
      if (coming) return;
      coming = true;
      try {
        const [create] = await Promise.all([rows[name].load(), rows[name].wordless || words.more()]);
        const made = await create(deps);
        cancel();
        view.value = made;
        mark(name);
      } catch (cause) {
        coming = false;
        fail(cause);
        if (!over) wait(AGAIN_MS, load);
      }
    };
    loads.set(name, load);
    features[name] = view;
    void load();
    return view;
  };

  return {
    feature,
    /** The features that failed to load so far; the value is true while a retry is under way. */
    missing: missing as ReadonlySignal<ReadonlyMap<keyof Features, boolean>>,
    /** Retries each missing feature now. */
    retry,
  };
};
