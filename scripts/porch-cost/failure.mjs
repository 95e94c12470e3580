/** A failure that the user of the command can understand. */
export class CannotMeasure extends Error {}

/** An unknown or wrong option. */
export class WrongOption extends Error {}
