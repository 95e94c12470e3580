/** Why the desk cannot start, in one sentence for the operator. */
export class StartError extends Error {}
