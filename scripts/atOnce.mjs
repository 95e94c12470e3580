/** A cross-origin script that is no module cannot import by a relative address. */
const IMPORT = /\bimport\("\.\//g;

/**
 * Joins loader and launcher to `porch.now.js`, one script with all that a page loads before intent. The launcher's code
 * is a function that the loader calls, so that it does not run where nothing is drawn. The desk puts the configuration
 * behind it (`placedLoader.ts`).
 * @param {string} loader the loader, bundled to take the rest from `PORCH_GIVEN`
 * @param {string} launcher the launcher's module, which imports nothing
 * @returns {string} ends with `});` and a line break
 */
export const joinAtOnce = (loader, launcher) => {
  const [exported = '', names = ''] = /;?export\{([^}]*)\};?\s*$/.exec(launcher) ?? [];
  const [, start] = /([\w$]+) as start\b/.exec(names) ?? [];
  if (!start) throw new Error('The launcher’s file does not end with its exports.');
  const body = launcher.slice(0, launcher.length - exported.length).replace(IMPORT, 'import(PORCH_BASE+"');
  return `(PORCH_GIVEN=>{${loader}})({load(PORCH_BASE){${body};return{start:${start}}}});\n`;
};
