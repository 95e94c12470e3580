/** Collects what must be undone; `dispose` undoes it once, newest first. */
export type Disposer = { add(undo: () => void): void; dispose(): void };

export const createDisposer = (): Disposer => {
  let undos: (() => void)[] = [];
  return {
    add: (undo) => void undos.push(undo),
    dispose() {
      const all = undos.reverse();
      undos = [];
      for (const undo of all) undo();
    },
  };
};

/** Adds a listener and gives its removal. */
export const listen = (
  target: EventTarget,
  type: string,
  listener: (event: Event) => void,
  options?: AddEventListenerOptions,
): (() => void) => {
  target.addEventListener(type, listener, options);
  return () => target.removeEventListener(type, listener, options);
};
