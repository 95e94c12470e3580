/** The browser's own `Promise`. The page may have replaced the global one, which async functions do not use. */
export const NativePromise = (async () => {})().constructor as PromiseConstructor;
