import * as v from 'valibot';
import { isJsonType } from '../http/jsonType';
import { cleanJson } from '../model/clean';

const MAX_NAME = 200;
const MAX_CREDENTIAL = 8192;
/** A visitor subscribes to one channel in a message, an agent to a few. */
const MAX_CHANNELS = 10;
/** How long a connect is held. A client may ask for less, but not for more. */
export const LONGEST_POLL_MS = 5000;

const name = v.pipe(v.string(), v.maxLength(MAX_NAME));
const names = v.pipe(v.array(name), v.maxLength(MAX_CHANNELS));
const credential = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(MAX_CREDENTIAL))), undefined);

/** The subscriber's credentials; a field of the wrong type is left out. */
const ext = v.fallback(
  v.optional(
    v.object({
      appId: credential,
      appUserId: credential,
      jwt: credential,
      sessionToken: credential,
      websocketToken: credential,
      ticket: credential,
    }),
  ),
  undefined,
);

/**
 * The fields that Faye and the channel rules read; all others are dropped. Faye does not check types and puts ids and
 * channels into its replies, so an odd, long or deeply nested value could make it throw where no code catches it.
 */
const message = v.object({
  channel: name,
  id: v.optional(name),
  clientId: v.optional(name),
  version: v.optional(name),
  subscription: v.optional(v.union([name, names])),
  supportedConnectionTypes: v.optional(names),
  connectionType: v.optional(name),
  advice: v.optional(
    v.object({
      timeout: v.optional(
        v.pipe(
          v.number(),
          v.transform((ms) => Math.min(Math.max(ms, 0), LONGEST_POLL_MS)),
        ),
      ),
    }),
  ),
  ext,
  // The content is never published; only its presence matters, because it changes the wording of the refusal.
  data: v.optional(
    v.pipe(
      v.unknown(),
      v.transform(() => null),
    ),
  ),
});

const MAX_BATCH = 32;
const batch = v.pipe(v.array(message), v.maxLength(MAX_BATCH));

/** An incoming Bayeux message. */
export type BayeuxMessage = {
  channel?: string;
  error?: string;
  advice?: Record<string, unknown> & { timeout?: number };
  [field: string]: unknown;
};

/** The messages of a request or a frame, or `undefined` if they are malformed. */
export const parseMessages = (json: string): BayeuxMessage[] | undefined => {
  try {
    const result = v.safeParse(batch, [cleanJson(JSON.parse(json))].flat());
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
};

/** The messages of a POST, which must be JSON. */
export const messagesOfPost = (contentType: string | undefined, body: string): BayeuxMessage[] | undefined =>
  isJsonType(contentType) ? parseMessages(body) : undefined;
