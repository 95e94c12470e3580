import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';
import { onWake, type Page, type Waking } from '../platform/page';

/** A part that has not loaded after this long counts as missing. */
const LATE_MS = 120_000;

/** How long until a part that failed to load is tried again, unless something triggers it sooner. */
const AGAIN_MS = 15_000;

/**
 * After the second failure of a part, and every five minutes from then on, its file may be gone for good: an
 * upgrade has taken it away.
 */
const GONE = { second: 2, every: 20 };

/**
 * Loads the parts that a plain text conversation does not need, each on first use. A part is a view with its
 * own flows. A part that fails to load is reported and tried again as long as the messenger runs: after a
 * delay, or at once when the page comes online or wakes up. A part that takes longer than 120 s counts as
 * missing, and is used if it still arrives. Browsers request a file again after its import() failed, so a
 * retry can use the same address.
 * @param setup.words adds the words of the parts
 * @param setup.gone called when a part's file may be gone although the page is online
 * @param setup.own registers an undo that runs when the messenger ends
 * @param loaders the import of each part
 * @param deps passed to each part's `createPart`
 * @param wordless the parts that need no words beyond those already loaded
 */
export const createParts = <Parts extends object, Deps>(
  setup: {
    words: { more: () => Promise<unknown> };
    clock: Clock;
    page: Waking & Pick<Page, 'online'>;
    gone: (cause: unknown) => void;
    report: (message: string, cause: unknown) => void;
    own: (undo: () => void) => void;
  },
  loaders: { [K in keyof Parts]: () => Promise<{ createPart: (deps: Deps) => Parts[K] }> },
  deps: Deps,
  wordless: readonly (keyof Parts)[] = [],
) => {
  const { clock, page, own, report, words } = setup;
  let over = false;
  own(() => {
    over = true;
  });
  const parts: { [K in keyof Parts]?: ReadonlySignal<Parts[K] | undefined> } = {};
  const loads = new Map<keyof Parts, () => void>();
  const missing = signal<ReadonlyMap<keyof Parts, boolean>>(new Map());
  const mark = (name: keyof Parts, trying?: boolean) => {
    const next = new Map(missing.value);
    if (trying === undefined) next.delete(name);
    else next.set(name, trying);
    missing.value = next;
  };
  const retry = () => {
    for (const name of missing.value.keys()) loads.get(name)?.();
  };
  own(onWake(page, retry));

  /** Loads a part; the signal is undefined until it has loaded. */
  const part = <K extends keyof Parts>(name: K): ReadonlySignal<Parts[K] | undefined> => {
    const known = parts[name];
    if (known) return known;
    const view = signal<Parts[K] | undefined>(undefined);
    let cancel = () => {};
    let coming = false;
    let failures = 0;
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
        const [{ createPart }] = await Promise.all([
          loaders[name](),
          wordless.includes(name) || words.more(),
        ]);
        cancel();
        view.value = createPart(deps);
        mark(name);
      } catch (cause) {
        coming = false;
        fail(cause);
        if (over) return;
        wait(AGAIN_MS, load);
        if (page.online() && ++failures % GONE.every === GONE.second) setup.gone(cause);
      }
    };
    loads.set(name, load);
    parts[name] = view;
    void load();
    return view;
  };

  return {
    part,
    /** The parts that failed to load so far; the value is true while a retry is under way. */
    missing: missing as ReadonlySignal<ReadonlyMap<keyof Parts, boolean>>,
    /** Retries each missing part now. */
    retry,
  };
};
