/** How a desk ends. All times are in milliseconds. */
export type Ending = {
  /** Over how long live clients are told to connect anew. Meanwhile the desk serves as usual. */
  spreadMs: number;
  /** How long files on their way are waited for. Meanwhile the desk serves as usual. */
  uploadMs: number;
  /** How long, after that, a request may take to come in. One that takes longer is probably of a client that has stopped. */
  bodyMs: number;
  /** How long the answers to requests may take after that. */
  answerMs: number;
};

/** Ends at once what is not done in half a second. */
export const SHORT: Ending = { spreadMs: 0, uploadMs: 0, bodyMs: 500, answerMs: 500 };

/** Whether the desk runs or ends. */
export type Lifecycle = {
  /** Whether the desk ends, and should get no new visitors. */
  isDraining(): boolean;
  drain(ending: Ending): void;
  /** What was asked for; `SHORT` before that. */
  ending(): Ending;
  /** Aborted when nothing is waited for any more. */
  hurry: AbortSignal;
  /** Waits for nothing any more. */
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
