/**
 * Every call of the host page, `{namespace}.{method}`, in one string so that the loader, which refuses unknown ones
 * before the messenger is there, pays few bytes for it. `check-methods` in the tests holds the registry against it.
 */
export const METHODS =
  ' messenger.open messenger.close messenger.show messenger.hide messenger:on.open messenger:on.close messenger:on.unreadMessages messenger:set.locale messenger:set.zIndex messenger:set.cookies ';

/** SPEC.md section 5: "Unknown API method: throws 'Method {a}.{b} does not exist'". */
export const assertMethod = (args: readonly unknown[]): string => {
  const method = `${String(args[0])}.${String(args[1])}`;
  if (!METHODS.includes(` ${method} `)) throw new Error(`Method ${method} does not exist`);
  return method;
};
