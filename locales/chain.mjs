/**
 * A locale is a row of `codes.json`: `id` is its number in the service's list, where it has one; `inherits` the locale whose
 * words stand where its own file has none.
 * @typedef {Record<string, { id?: number, inherits?: string }>} Codes
 */

/**
 * @param {string} code
 * @param {Codes} codes
 * @returns {string[]} the files a locale's words come from; of a key in several the last has it
 */
export const chainOf = (code, codes) => {
  const chain = [code];
  for (let from = codes[code]?.inherits; from && !chain.includes(from); from = codes[from]?.inherits) {
    chain.unshift(from);
  }
  return chain;
};
