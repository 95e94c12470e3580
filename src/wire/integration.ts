import { bool, obj } from './decode';

/** What the account says of its conversations; undefined where the answer does not say. */
export type IntegrationSettings = {
  multiConvoEnabled?: boolean;
  canUserSeeConversationList?: boolean;
  canUserCreateMoreConversations?: boolean;
  /** As received; decoded by `model/retryPolicy`. */
  restRetryPolicy?: unknown;
};

/** Reads the integration's configuration, wrapped in `config` or bare. */
export const decodeIntegration = (value: unknown): IntegrationSettings => {
  const answer = obj(value);
  const { app, integration, restRetryPolicy } = 'integration' in answer ? answer : obj(answer.config);
  const { canUserSeeConversationList, canUserCreateMoreConversations } = obj(integration);
  return {
    multiConvoEnabled: bool(obj(obj(app).settings).multiConvoEnabled),
    canUserSeeConversationList: bool(canUserSeeConversationList),
    canUserCreateMoreConversations: bool(canUserCreateMoreConversations),
    restRetryPolicy,
  };
};
