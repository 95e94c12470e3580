/**
 * Collects undo functions; `dispose` runs each once, newest first. A function added after that runs at once,
 * such as the undo of a feature that was still loading.
 */
export type Disposer = { add(undo: () => void): void; dispose(): void };

export const createDisposer = (): Disposer => {
  let undos: (() => void)[] | undefined = [];
  return {
    add: (undo) => void (undos ? undos.push(undo) : undo()),
    dispose() {
      const all = undos?.reverse() ?? [];
      undos = undefined;
      for (const undo of all) undo();
    },
  };
};

/** Joins functions that undo something into one. */
export const undoAll =
  (undos: readonly (() => void)[]): (() => void) =>
  () => {
    for (const undo of undos) undo();
  };

/**
 * Adds an event listener and returns a function that removes it.
 * @param types one type, or several with a space between
 */
export const listen = (
  target: EventTarget,
  types: string,
  listener: (event: Event) => void,
  options?: AddEventListenerOptions,
): (() => void) => {
  const all = types.split(' ');
  for (const type of all) target.addEventListener(type, listener, options);
  return () => {
    for (const type of all) target.removeEventListener(type, listener, options);
  };
};
