/** Something that is loaded when it is first needed. */
export type Lazy<T> = {
  /** Loads it once. After a failure, the next call loads it again. */
  (): Promise<T>;
  /** The load that has begun and has not failed; undefined without one. */
  begun(): Promise<T> | undefined;
};

/** Loads something once, for all callers. @param load may reject */
export const createLazy = <T>(load: () => Promise<T>): Lazy<T> => {
  let loading: Promise<T> | undefined;
  const once: Lazy<T> = () => {
    loading ??= load().catch((cause) => {
      loading = undefined;
      throw cause;
    });
    return loading;
  };
  once.begun = () => loading;
  return once;
};
