/** Ends a command of the operator with one sentence. */
export class Refused extends Error {}
