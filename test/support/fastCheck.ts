import fc from '../../node_modules/fast-check/lib/fast-check.js';

/**
 * Takes the place of `fast-check` in every test (vitest.config.ts): its properties try the same values in
 * every run. `SEED=…` makes them try others.
 */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

export * from '../../node_modules/fast-check/lib/fast-check.js';
export default fc;
