import { list, obj, str } from './decode';

/** An error body of a service: `{error: {code, description}}`, or version 2's `{errors: [{code, title}]}`. */
type WireError = { code: string; description: string };

export const decodeError = (value: unknown): WireError | undefined => {
  const body = obj(value);
  const one = obj(body.error ?? list(body.errors)[0]);
  const code = str(one.code);
  const description = str(one.description) ?? str(one.title);
  return code && description ? { code, description } : undefined;
};
