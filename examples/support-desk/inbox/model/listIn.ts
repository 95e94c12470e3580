import { obj } from '@porch/messenger/wire/decode';

/**
 * The list with this name in an answer. Throws if there is none: the answer is not the desk's, and must not pass for an
 * empty list.
 */
export const listIn = (answer: unknown, name: string): unknown[] => {
  const found = obj(answer)[name];
  if (!Array.isArray(found)) throw new Error(`The answer has no ${name}`);
  return found;
};
