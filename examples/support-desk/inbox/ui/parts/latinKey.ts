/**
 * The key on a Latin keyboard. A Russian, Greek, Hebrew or Arabic layout gives other letters, for which no shortcut
 * exists: the letter on the physical key counts instead.
 */
export const latinKey = ({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string => {
  const isOther = /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  const letter = isOther ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  if (letter === undefined) return key;
  return shiftKey || key !== key.toLowerCase() ? letter : letter.toLowerCase();
};
