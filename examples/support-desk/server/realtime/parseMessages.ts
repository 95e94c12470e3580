import * as v from 'valibot';

const texts = v.array(v.string());

/**
 * What Faye reads of a message without looking at its type first. A message that is odd in one of these would make it
 * throw where nobody catches.
 */
const message = v.looseObject({
  channel: v.string(),
  clientId: v.optional(v.string()),
  subscription: v.optional(v.union([v.string(), texts])),
  supportedConnectionTypes: v.optional(texts),
  connectionType: v.optional(v.string()),
  advice: v.optional(v.looseObject({ timeout: v.optional(v.number()) })),
  error: v.optional(v.string()),
});

const MAX_BATCH = 32;
const batch = v.pipe(v.array(message), v.maxLength(MAX_BATCH));

/** A Bayeux message as it comes in. */
export type BayeuxMessage = { channel?: string; error?: string; [field: string]: unknown };

/** The messages of a request or a frame, or `undefined` when it is not what Bayeux sends. */
export const parseMessages = (json: string): BayeuxMessage[] | undefined => {
  try {
    const result = v.safeParse(batch, [JSON.parse(json) as unknown].flat());
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
};

/** The messages of a POST: JSON, or a form with a `message` field. */
export const messagesOfPost = (
  contentType: string | undefined,
  body: string,
): BayeuxMessage[] | undefined => {
  const isJson = (contentType ?? '').startsWith('application/json');
  const json = isJson ? body : new URLSearchParams(body).get('message');
  return json === null ? undefined : parseMessages(json);
};
