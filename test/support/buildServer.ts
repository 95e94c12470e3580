import { BRIEF_WEBASSEMBLY } from './briefWebAssembly.mjs';

/**
 * The arguments of Node that run the desk's server as built. Compiling the sources at each start would take a core
 * another second.
 */
export const RUN_DESK = [BRIEF_WEBASSEMBLY, 'examples/support-desk/build/main.js'];

/** Before tests that start desks, builds the server unless it is built from these sources. */
export const setup = async (): Promise<void> => {
  // Here, because tests import this file for its constant, and the build loads Vite.
  const { buildServer } = await import('../../scripts/build.mjs');
  await buildServer();
};
