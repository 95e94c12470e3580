import { bool, obj } from './decode';

/** What the account allows for its conversations; undefined where the answer has no value. */
export type IntegrationSettings = {
  multiConvoEnabled?: boolean;
  canUserSeeConversationList?: boolean;
  canUserCreateMoreConversations?: boolean;
  /** As received; decoded by `model/retryPolicy`. */
  restRetryPolicy?: unknown;
};

/** Reads the integration's configuration, wrapped in `config` or bare; undefined if there is none. */
export const decodeIntegration = (value: unknown): IntegrationSettings | undefined => {
  const answer = obj(value);
  const held = 'integration' in answer ? answer : answer.config;
  if (!held) return undefined;
  const { app, integration, restRetryPolicy } = obj(held);
  const { canUserSeeConversationList, canUserCreateMoreConversations } = obj(integration);
  return {
    multiConvoEnabled: bool(obj(obj(app).settings).multiConvoEnabled),
    canUserSeeConversationList: bool(canUserSeeConversationList),
    canUserCreateMoreConversations: bool(canUserCreateMoreConversations),
    restRetryPolicy,
  };
};
