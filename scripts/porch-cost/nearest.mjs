/** @param {string} a @param {string} b @returns {number} the edit distance */
const distance = (a, b) => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

/**
 * @param {string} word
 * @param {readonly string[]} names
 * @returns {string | undefined} the name that was probably meant
 */
export const nearest = (word, names) => {
  const lower = word.toLowerCase();
  const [first] = names
    .map((name) => ({ name, far: distance(lower, name.toLowerCase()) }))
    .filter(({ name, far }) => far <= Math.max(2, name.length / 2))
    .sort((a, b) => a.far - b.far);
  return first?.name ?? names.find((name) => name.toLowerCase().startsWith(lower));
};
