import { Counter } from './Counter';

/** The count of remaining characters, shown near the limit. */
export const createCounter = () => Counter;
