/**
 * The rows of `codes.json` by locale code. `id` is the locale's number in the service's list, if it has one.
 * `inherits` names the locale that supplies the words missing from the locale's own file.
 * @typedef {Record<string, { id?: number, inherits?: string }>} Codes
 */

/**
 * Lists the locales whose files make up a locale's words.
 * @param {string} code
 * @param {Codes} codes
 * @returns {string[]} the ancestors first and `code` itself last; where several files have a key, the last
 * one wins
 */
export const chainOf = (code, codes) => {
  const chain = [code];
  for (let from = codes[code]?.inherits; from && !chain.includes(from); from = codes[from]?.inherits) {
    chain.unshift(from);
  }
  return chain;
};
