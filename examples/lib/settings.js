/**
 * Reads settings from the environment. Names missing ones and ends the process.
 * @template {string} Needed
 * @template {string} [Other=never]
 * @param {Record<Needed, string>} needed a description of each
 * @param {Record<Other, string>} [others] the defaults of optional ones
 * @returns {Record<Needed | Other, string>}
 */
export const readSettings = (needed, others) => {
  const { env } = process;
  const missing = Object.entries(needed).filter(([name]) => !env[name]);
  for (const [name, what] of missing) console.error(`Set ${name}: ${what}.`);
  if (missing.length > 0) process.exit(1);
  const names = /** @type {(Needed | Other)[]} */ (Object.keys({ ...needed, ...others }));
  const values = names.map((name) => [name, env[name] || others?.[/** @type {Other} */ (name)]]);
  return /** @type {Record<Needed | Other, string>} */ (Object.fromEntries(values));
};
