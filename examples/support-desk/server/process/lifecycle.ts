/** How a desk ends. All times are in milliseconds. */
export type Ending = {
  /** How long to spread the reconnects of live clients. The desk serves as usual until then. */
  spreadMs: number;
  /** How long to wait for incoming files. The desk serves as usual until then. */
  uploadMs: number;
  /** How long a request may then still take to arrive. A slower one probably has no sender any more. */
  bodyMs: number;
  /** How long the answers to requests may take after that. */
  answerMs: number;
};

/** Ends at once, after at most half a second. */
export const SHORT: Ending = { spreadMs: 0, uploadMs: 0, bodyMs: 500, answerMs: 500 };

/** Whether the desk is running or ending. */
export type Lifecycle = {
  /** Whether the desk is ending, and should get no new visitors. */
  isDraining(): boolean;
  drain(ending: Ending): void;
  /** The requested way; `SHORT` before that. */
  ending(): Ending;
  /** Aborted when all waiting ends. */
  hurry: AbortSignal;
  /** Ends all waiting. */
  end(): void;
};

export const createLifecycle = (): Lifecycle => {
  const hurry = new AbortController();
  let asked: Ending | undefined;
  return {
    isDraining: () => asked !== undefined,
    drain: (ending) => {
      asked ??= ending;
    },
    ending: () => asked ?? SHORT,
    hurry: hurry.signal,
    end: () => hurry.abort(),
  };
};
