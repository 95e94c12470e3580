import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';

/** SPEC.md section 9: "Script chunk load timeout 120 s." */
const LATE_MS = 120_000;

/** How soon a part that could not be had is asked for again. */
const AGAIN_MS = 15_000;

type Loader<Deps, Part> = {
  (): Promise<{ createPart: (deps: Deps) => Part }>;
  /** Makes what stands in for one that could not be had; its retry asks again at once. */
  failed?: (retry: () => void) => Part;
};

/**
 * What an open text conversation does without, each part loaded when something first asks for it: a view that comes with
 * its own flows. One that cannot be had is reported and tried again for as long as the messenger runs; one that has not
 * come after 120 s is reported, too, and taken when it comes after all.
 * @param setup.words adds the words of the parts
 * @param setup.own takes the undo of what waits
 * @param deps what each part is made of
 * @param wordless the parts that do with the words there are
 * @returns asks for a part, which is undefined until it is there
 */
export const createParts = <Parts extends object, Deps>(
  setup: {
    words: { more: () => Promise<unknown> };
    clock: Clock;
    report: (message: string, cause: unknown) => void;
    own: (undo: () => void) => void;
  },
  loaders: { [K in keyof Parts]: Loader<Deps, Parts[K]> },
  deps: Deps,
  wordless: readonly (keyof Parts)[] = [],
) => {
  let over = false;
  setup.own(() => {
    over = true;
  });
  const parts: { [K in keyof Parts]?: ReadonlySignal<Parts[K] | undefined> } = {};
  return <K extends keyof Parts>(name: K): ReadonlySignal<Parts[K] | undefined> => {
    const known = parts[name];
    if (known) return known;
    const part = signal<Parts[K] | undefined>(undefined);
    let cancel = () => {};
    let coming = false;
    setup.own(() => cancel());
    const wait = (ms: number, task: () => void) => {
      cancel();
      cancel = setup.clock.after(ms, task);
    };
    const fail = (cause?: unknown) => {
      setup.report(`${String(name)} could not be loaded`, cause);
      // Once: what is tried again by itself is not told each time.
      part.value ??= loaders[name].failed?.(() => {
        part.value = undefined;
        void load();
      });
    };
    const load = async () => {
      wait(LATE_MS, fail);
      // Asked for again, it would be the same that comes.
      if (coming) return;
      coming = true;
      try {
        const [{ createPart }] = await Promise.all([
          loaders[name](),
          wordless.includes(name) || setup.words.more(),
        ]);
        cancel();
        part.value = createPart(deps);
      } catch (cause) {
        coming = false;
        fail(cause);
        if (!over) wait(AGAIN_MS, load);
      }
    };
    void load();
    parts[name] = part;
    return part;
  };
};
