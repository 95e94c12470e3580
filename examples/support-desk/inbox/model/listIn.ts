import { obj } from '@porch/messenger/wire/decode';

/**
 * The list of this name in an answer. Throws if there is none: the answer is then not the desk's, and must not be taken
 * for an empty list.
 */
export const listIn = (answer: unknown, name: string): unknown[] => {
  const found = obj(answer)[name];
  if (!Array.isArray(found)) throw new Error(`The answer has no ${name}`);
  return found;
};
