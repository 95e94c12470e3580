import { type ReadonlySignal, signal } from '@preact/signals-react';
import { LATE_MS } from '../model/retries/card';
import { FEATURE_AGAIN_MS, FILE_ELSEWHERE_MS } from '../model/retries/core';
import { arrive, type ImportFile } from '../platform/arrive';
import type { Clock } from '../platform/clock';
import { onWake, type Page, type Waking } from '../platform/page';
import { createTimer } from '../platform/timer';

/**
 * After a feature's second failure, and every five minutes from then on, its file counts as gone: an upgrade may
 * have removed it.
 */
const GONE = { second: 2, every: 20 };

/**
 * Loads the features that a plain text conversation does not need, each on first use. A feature is a view with its own
 * flows. A feature that fails to load is reported and tried again as long as the messenger runs: after a delay, or at
 * once when the page comes online or wakes up. A feature that takes longer than 120 s counts as missing, and is used if
 * it still arrives. One whose request hangs is requested at another address. Browsers request a file again after its
 * import() failed, so a retry can use the same address.
 * @param setup.words adds the words of the features
 * @param setup.gone called when a feature's file may be gone although the page is online
 * @param setup.onDispose registers an undo that runs when the messenger ends
 * @param registry each row loads a feature's file, whose `create` creates it; `file` is its name if not the row's
 * @param deps passed to it
 */
export const createFeatureLoader = <Features extends object, Deps>(
  setup: {
    words: { more: () => Promise<unknown> };
    clock: Clock;
    page: Waking & Pick<Page, 'online'>;
    gone: (cause: unknown) => void;
    report: (message: string, cause: unknown) => void;
    onDispose: (undo: () => void) => void;
    elsewhere?: ImportFile;
  },
  registry: {
    [K in keyof Features]: {
      load(): Promise<{ create(deps: Deps): Features[K] | Promise<Features[K]> }>;
      file?: string;
      wordless?: true;
    };
  },
  deps: Deps,
) => {
  const { clock, page, onDispose, report, words } = setup;
  let over = false;
  onDispose(() => {
    over = true;
  });
  const features: { [K in keyof Features]?: ReadonlySignal<Features[K] | undefined> } = {};
  const loads = new Map<keyof Features, (woken?: boolean) => void>();
  const missing = signal<ReadonlyMap<keyof Features, boolean>>(new Map());
  const mark = (name: keyof Features, trying?: boolean) => {
    const next = new Map(missing.value);
    if (trying === undefined) next.delete(name);
    else next.set(name, trying);
    missing.value = next;
  };
  const retry = (woken?: boolean) => {
    for (const name of missing.value.keys()) loads.get(name)?.(woken);
  };
  onDispose(onWake(page, () => retry(true)));

  /** Loads a feature; the signal is undefined until it has loaded. */
  const feature = <K extends keyof Features>(name: K): ReadonlySignal<Features[K] | undefined> => {
    const known = features[name];
    if (known) return known;
    const view = signal<Features[K] | undefined>(undefined);
    const timer = createTimer(clock, onDispose);
    let coming = false;
    let again = false;
    let failures = 0;
    const fail = (cause?: unknown) => {
      report(`${String(name)} could not be loaded`, cause);
      mark(name, false);
    };
    const load = async (woken = false) => {
      timer.set(LATE_MS, fail);
      if (missing.value.has(name)) mark(name, true);
      // The same import is still pending; a second one would not be faster. One that began before the page woke may
      // still fail; then the next attempt follows at once.
      again = coming && (again || woken);
      if (coming) return;
      coming = true;
      try {
        const { load, file: named, wordless } = registry[name];
        const [file] = await Promise.all([
          arrive(load, named ?? String(name), FILE_ELSEWHERE_MS, clock, setup.elsewhere),
          wordless || words.more(),
        ]);
        const made = await file.create(deps);
        timer.stop();
        view.value = made;
        mark(name);
      } catch (cause) {
        coming = false;
        fail(cause);
        if (over) return;
        timer.set(again ? 0 : FEATURE_AGAIN_MS, load);
        if (page.online() && ++failures % GONE.every === GONE.second) setup.gone(cause);
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
    retry: () => retry(),
  };
};
