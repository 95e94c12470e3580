import * as v from 'valibot';
import { words } from './parts';

/** The bodies of bots and bridges. Those of webhooks are the ones of the API of bots, `sunshine/webhookBody.ts`. */

const displayName = words(100);

export const newIntegrationBody = v.object({
  displayName,
  answersFirst: v.optional(v.boolean()),
  hearsAll: v.optional(v.boolean()),
});
/** `PATCH /integrations/{id}`. */
export const integrationBody = v.partial(newIntegrationBody);
export type IntegrationBody = v.InferInput<typeof integrationBody>;
