/**
 * Every call of the host page. The loader refuses unknown ones before the messenger is there, so the list is short in
 * bytes too; a test holds the registry of `commands.ts` against it.
 */
export const METHODS: Record<string, string> = {
  // @ts-expect-error a literal's __proto__ is its prototype: names such as 'constructor' are no methods
  __proto__: null,
  messenger: 'open close show hide loginUser logoutUser useSessionAuth resetWidget',
  'messenger:on': 'open close unreadMessages',
  'messenger:set': 'locale zIndex cookies',
};

/**
 * SPEC.md section 5: "Unknown API method: throws 'Method {a}.{b} does not exist'".
 * @returns the method's full name, `{a}.{b}`
 */
export const assertMethod = ([a, b]: readonly unknown[]): string => {
  const method = `${a}.${b}`;
  if (!METHODS[a as string]?.split(' ').includes(b as string)) throw Error(`Method ${method} does not exist`);
  return method;
};
