/**
 * Reads settings from the environment. If some are missing, it names them and ends the process.
 * @template {string} Needed
 * @template {string} [Other=never]
 * @param {Record<Needed, string>} needed what each of them is
 * @param {Record<Other, string>} [others] the values of those that can be left out
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
