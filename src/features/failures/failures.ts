import { Failure } from './Failure';

/** The failure views. The card loads them as soon as it is drawn, so that they are available offline. */
const createFailures = () => Failure;

export { createFailures as create };
