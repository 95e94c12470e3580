import { CharactersLeft } from './CharactersLeft';

/** The count of remaining characters, shown near the limit. */
export const createCounter = () => CharactersLeft;

export { createCounter as create };
