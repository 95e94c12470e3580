import { minify } from 'terser';

/** A cross-origin script that is not a module cannot import by a relative address. */
const IMPORT = /\bimport\("\.\//g;
/** The object into which the desk puts the configuration. */
const END = '({now:1})';
/** Passes on the start function, in the realm. Here the loader calls it. */
const HOOK = /\bglobalThis\["porch hook"\]\?\.\([\w$]+\);?/;

/**
 * Joins loader and launcher to `porch.now.js`, one script with all that a page loads before intent. The launcher's code
 * is a function, so that it runs only if the loader calls it. The desk puts its address and the configuration into the
 * object at the end (`placedLoader.ts`), after a comma. A desk that started before this build does that too, so the end
 * never changes.
 * @param {string} loader the loader, bundled with `PORCH_NOW` true
 * @param {string} launcher the launcher's module, which imports nothing
 * @returns {Promise<string>} ends with `});` and a line break
 */
export const joinAtOnce = async (loader, launcher) => {
  const [exported = '', names = ''] = /;?export\{([^}]*)\};?\s*$/.exec(launcher) ?? [];
  const [, start] = /([\w$]+) as start\b/.exec(names) ?? [];
  if (!start || !HOOK.test(launcher))
    throw new Error('The launcher’s file does not end with its start and its exports.');
  const body = launcher
    .slice(0, launcher.length - exported.length)
    .replace(HOOK, '')
    .replace(IMPORT, 'import(PORCH_BASE+"');
  const joined = `(({origin:PORCH_ORIGIN,config:PORCH_CONFIG})=>{const PORCH_LAUNCHER=PORCH_BASE=>{${body};return ${start}};${loader}})${END}`;
  // Each half is minified. Variables with the same names in both compress better.
  const { code = '' } = await minify(joined, { ecma: 2020, compress: false });
  if (!code.endsWith(`${END};`)) throw new Error('There is no place for the configuration.');
  return `${code}\n`;
};
