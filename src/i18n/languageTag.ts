/** Whether a value has the format of a language tag. */
export const isLanguageTag = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]{2,3}([-_][a-z0-9]{1,8})*$/i.test(value);
