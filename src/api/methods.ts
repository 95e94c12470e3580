/**
 * What a documented call of the host page may be named, as `{a}.{b}`: a name alone, or words that end as documented names do. The
 * loader refuses all others at once, and has no room for the whole list: `commands.ts` has it, and refuses what is not on it.
 * A test holds all of that list against this.
 */
export const METHODS =
  /^messenger(|:on|:set|:get|:open|:ui)\.(open|close|hide|show|render|config|voice|cookies|locale|zIndex|\w+(User|Auth|Widget|Messages?|ations?|[^f]..ed|Shown|Agent|Fields|Tags|Display|Sent))$/;

/** SPEC.md section 5: "Unknown API method: throws 'Method {a}.{b} does not exist'". */
export const unknownMethod = (method: string): Error => Error(`Method ${method} does not exist`);

/** @returns the method's full name, `{a}.{b}` @throws where it cannot be one */
export const assertMethod = ([a, b]: readonly unknown[]): string => {
  const method = `${a}.${b}`;
  if (!METHODS.test(method)) throw unknownMethod(method);
  return method;
};
