/** The desk's server as `npm start` runs it. Compiling the sources at each start would take a core another second. */
export const BUILT_DESK = 'examples/support-desk/build/main.js';

/** Before tests that start desks, builds the server unless it is built from these sources. */
export const setup = async (): Promise<void> => {
  // Here, because tests import this file for its constant, and the build loads Vite.
  const { buildServer } = await import('../../scripts/build.mjs');
  await buildServer();
};
