import * as v from 'valibot';

/** Parts of bodies that several calls share. Unknown fields are dropped. */

const MOST_METADATA = 4096;

/** Properties without a depth: texts, numbers and booleans. */
export const metadata = v.pipe(
  v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
  v.check((value) => JSON.stringify(value).length <= MOST_METADATA, 'may have at most 4,096 characters'),
);

export const optionalMetadata = v.optional(
  v.pipe(
    v.nullable(metadata),
    v.transform((given) => given ?? {}),
  ),
);

export const webAddress = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.url(),
  v.regex(/^https?:/i, 'must be an http or https address'),
);

export const displayName = v.pipe(v.string(), v.regex(/\S/, 'may not be empty'), v.maxLength(100));
