import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';
import { onWake, type Waking } from '../platform/page';

/** SPEC.md section 9: "Script chunk load timeout 120 s." */
const LATE_MS = 120_000;

/** How soon a part that could not be had is asked for again, where nothing hastens it. */
const AGAIN_MS = 15_000;

/**
 * What an open text conversation does without, each part loaded when something first asks for it: a view that comes with
 * its own flows. One that cannot be had is reported and tried again for as long as the messenger runs, at once when the
 * page is online again or wakes; one that has not come after 120 s counts as missing, and is taken when it comes after all.
 * Browsers ask the network again for a file whose import() failed, so the same address will do.
 * @param setup.words adds the words of the parts
 * @param setup.own takes the undo of what waits
 * @param deps what each part is made of
 * @param wordless the parts that do with the words there are
 */
export const createParts = <Parts extends object, Deps>(
  setup: {
    words: { more: () => Promise<unknown> };
    clock: Clock;
    page: Waking;
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

  /** Asks for a part, which is undefined until it is there. */
  const part = <K extends keyof Parts>(name: K): ReadonlySignal<Parts[K] | undefined> => {
    const known = parts[name];
    if (known) return known;
    const view = signal<Parts[K] | undefined>(undefined);
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
      // Asked for again, it would be the same that comes.
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
        if (!over) wait(AGAIN_MS, load);
      }
    };
    loads.set(name, load);
    parts[name] = view;
    void load();
    return view;
  };

  return {
    part,
    /** The parts that could not be had so far, and whether each is just being asked for again. */
    missing: missing as ReadonlySignal<ReadonlyMap<keyof Parts, boolean>>,
    /** Asks again for each of them. */
    retry,
  };
};
