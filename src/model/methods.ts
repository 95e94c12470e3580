/**
 * The names of documented calls as `{a}.{b}`: exact names, or words with the endings of documented ones. The
 * loader rejects all others at once; it has no room for the full list. `commands.ts` and `lazyCommands.ts` have that list and
 * reject the rest. A test checks this pattern against the full list.
 */
export const METHODS =
  /^messenger(|:on|:set|:get|:open|:ui)\.(open|close|render|ready|error|hide|show|config|voice|cookies|health|labels|locale|zIndex|destroy|\w+(User|Auth|Widget|Messages?|ations?|[^f]..ed|Shown|Agent|Fields|Tags|Display|Sent))$/;

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
