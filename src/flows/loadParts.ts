import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';

/** How soon a part that could not be had is asked for again. */
const AGAIN_MS = 15_000;

type Loader<Deps> = () => Promise<{ createPart: (deps: Deps) => unknown }>;

type PartOf<L> = L extends () => Promise<{ createPart: (...args: never[]) => infer Part }> ? Part : never;

/**
 * What an open text conversation does without, each part loaded when something first asks for it: a view that comes with
 * its own flows. One that cannot be had is reported and tried again for as long as the messenger runs.
 * @param setup.words adds the words of the parts
 * @param setup.own takes the undo of what waits
 * @param deps what each part is made of
 * @returns asks for a part, which is undefined until it is there
 */
export const createParts = <Deps, Loaders extends Record<string, Loader<Deps>>>(
  setup: {
    words: { more: () => Promise<unknown> };
    clock: Clock;
    report: (message: string, cause: unknown) => void;
    own: (undo: () => void) => void;
  },
  loaders: Loaders,
  deps: Deps,
) => {
  let over = false;
  setup.own(() => {
    over = true;
  });
  const parts: { [K in keyof Loaders]?: ReadonlySignal<PartOf<Loaders[K]> | undefined> } = {};
  return <K extends keyof Loaders>(name: K): ReadonlySignal<PartOf<Loaders[K]> | undefined> => {
    const known = parts[name];
    if (known) return known;
    const part = signal<PartOf<Loaders[K]> | undefined>(undefined);
    const load = async () => {
      try {
        const [{ createPart }] = await Promise.all([
          loaders[name]?.() as ReturnType<Loader<Deps>>,
          setup.words.more(),
        ]);
        part.value = createPart(deps) as PartOf<Loaders[K]>;
      } catch (cause) {
        setup.report(`${String(name)} could not be loaded`, cause);
        if (!over) setup.own(setup.clock.after(AGAIN_MS, () => void load()));
      }
    };
    void load();
    parts[name] = part;
    return part;
  };
};
