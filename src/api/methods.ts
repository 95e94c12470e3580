/**
 * Every call of the host page, as `{a}.{b}`. The loader refuses unknown ones before the messenger is there, so the list is short
 * in bytes too, compressed: hence an expression, and this order. A test holds the registry of `commands.ts` against it.
 */
export const METHODS =
  /^messenger(\.(open|close|hide|show|loginUser|logoutUser|resetWidget|useSessionAuth)|:on\.(open|close|unreadMessages)|:set\.(cookies|locale|customization|zIndex))$/;

/**
 * SPEC.md section 5: "Unknown API method: throws 'Method {a}.{b} does not exist'".
 * @returns the method's full name, `{a}.{b}`
 */
export const assertMethod = ([a, b]: readonly unknown[]): string => {
  const method = `${a}.${b}`;
  if (!METHODS.test(method)) throw Error(`Method ${method} does not exist`);
  return method;
};
