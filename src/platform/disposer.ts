/** Collects undo functions; `dispose` runs each once, newest first. One that is added later runs at once. */
export type Disposer = { add(undo: () => void): void; dispose(): void };

export const createDisposer = (): Disposer => {
  let undos: (() => void)[] = [];
  let over = false;
  return {
    add(undo) {
      if (over) undo();
      else undos.push(undo);
    },
    dispose() {
      over = true;
      const all = undos.reverse();
      undos = [];
      for (const undo of all) undo();
    },
  };
};

/** Adds an event listener and returns a function that removes it. */
export const listen = (
  target: EventTarget,
  type: string,
  listener: (event: Event) => void,
  options?: AddEventListenerOptions,
): (() => void) => {
  target.addEventListener(type, listener, options);
  return () => target.removeEventListener(type, listener, options);
};
