import { isTooLong } from '@porch/messenger/model/validation';
import { MAX_TEXT } from '@porch/messenger/wire/message';
import * as v from 'valibot';

/** Parts of several bodies. Unknown fields are always dropped. */

/** @param max in characters */
export const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
/** A text with visible characters. @param max in characters */
export const words = (max: number) => v.pipe(v.string(), v.regex(/\S/, 'may not be empty'), v.maxLength(max));

export const shortText = text(300);
/** A text of at most a message's length. */
export const fullText = v.pipe(
  v.string(),
  v.check((text) => !isTooLong(text), `may have at most ${MAX_TEXT} characters`),
);
export const messageText = v.pipe(fullText, v.regex(/\S/, 'may not be empty'));
export const payload = text(4096);
/** If a request is sent twice, the second one finds the result of the first by this id. */
export const referenceId = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
export const metadata = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((m) => JSON.stringify(m).length <= 20_000, 'may have at most 20,000 characters'),
);
export const pictureUrl = v.pipe(v.string(), v.maxLength(2048), v.url(), v.regex(/^https?:/i));
export const webAddress = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.url(),
  v.regex(/^https?:/i, 'must be an http or https address'),
);
/** The id that an inbox has chosen for itself. */
export const inboxId = v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/, 'must be an id'));
export const degrees = (most: number) => v.pipe(v.number(), v.minValue(-most), v.maxValue(most));
