/**
 * How long a test waits for something that must happen, ms. A busy machine takes many times as long as an idle one,
 * and a test that passes never waits this long. It is shorter than a test may take, so that a failure says what was
 * missing.
 */
export const PATIENCE = 60_000;
