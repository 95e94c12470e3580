import * as v from 'valibot';
import { TRIGGERS } from '../model/integrationEntities';
import { targetProblem } from '../webhooks/postWebhook';

const trigger = v.picklist(TRIGGERS, `must be one of ${TRIGGERS.join(', ')}`);

const fieldsOf = (allowed: readonly string[]) => ({
  target: v.pipe(
    v.string(),
    v.maxLength(2048),
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed ? targetProblem(dataset.value, allowed) : undefined;
      if (message) addIssue({ message });
    }),
  ),
  triggers: v.pipe(v.array(trigger), v.minLength(1), v.maxLength(TRIGGERS.length)),
  includeFullUser: v.optional(v.boolean()),
  includeFullSource: v.optional(v.boolean()),
});

/**
 * The bodies that create and change a webhook.
 * @param allowed the hosts that the operator allows
 */
export const webhookBodies = (allowed: readonly string[]) => {
  const create = v.object(fieldsOf(allowed));
  return { create, update: v.partial(create) };
};
