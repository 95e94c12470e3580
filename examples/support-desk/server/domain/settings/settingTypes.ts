import * as v from 'valibot';
import { uploadIdIn } from '../../model/uploadAddress';

/** @param max in characters */
export const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
export const url = v.pipe(v.string(), v.url(), v.regex(/^https?:/i, 'must be an http or https address'));
/** The address of a picture, or the path of an uploaded one. */
export const picture = v.lazy((text) =>
  typeof text === 'string' && uploadIdIn(text) !== undefined ? v.string() : url,
);
export const colour = v.pipe(
  v.string(),
  v.regex(/^(#[0-9a-f]{3,8}|rgba?\([\d.,%\s/]+\)|transparent)$/i, 'must be a CSS hex or rgb color'),
);
export const id = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9_-]{1,64}$/i, 'must be 1 to 64 letters, digits, - or _'),
);
/** A switch. @param value the default */
export const flag = (value: boolean) => v.optional(v.boolean(), value);
/** A time such as `2026-11-25T09:00:00Z`. */
export const moment = v.pipe(
  v.string(),
  v.check(
    (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
    'must be a date and a time',
  ),
);
