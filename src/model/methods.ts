/**
 * The names of documented calls as `{a}.{b}`: those of the classic widget, short words with the first letters of documented ones, or words with
 * their endings. The loader rejects all others at once; it has no room for the full list. `commands.ts` and
 * `lazyCommands.ts` have that list, by which the messenger rejects the rest. A test checks this pattern against it.
 */
export const METHODS =
  /^webW|^messenger(|:on|:set|:get|:open|:ui)\.([c-ehlo-sv][a-z]{3,7}|zIndex|\w+(er|th|[eu]t|ages?|ons?|[^f]..ed|wn|nts?|lds|gs|ay|ta|ator))$/;

/** The error that an unknown API method throws. */
export const unknownMethod = (method: string): Error => Error(`Method ${method} does not exist`);

/**
 * The full name `{a}.{b}` of a call's method.
 * @throws when it cannot be a documented method
 */
export const assertMethod = ([a, b]: readonly unknown[]): string => {
  const method = `${a}.${b}`;
  if (!METHODS.test(method)) throw unknownMethod(method);
  return method;
};
