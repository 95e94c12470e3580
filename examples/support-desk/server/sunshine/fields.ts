import * as v from 'valibot';
import { words } from '../../shared/bodies/parts';

/** Parts of several bodies. Unknown fields are dropped. */

const MOST_METADATA = 4096;

/** Flat properties: texts, numbers and booleans. */
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

export const displayName = words(100);
