/** What cannot be measured, in words for whoever runs the command. */
export class CannotMeasure extends Error {}

/** An option that is none of the command's, in words. */
export class WrongOption extends Error {}
