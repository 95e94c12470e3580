import { bool, obj } from './decode';

/** What the account allows about several conversations; undefined where the answer does not say. */
export type IntegrationSettings = {
  multiConvoEnabled?: boolean;
  canUserSeeConversationList?: boolean;
  canUserCreateMoreConversations?: boolean;
};

/** Reads the integration's configuration, wrapped in `config` or bare. */
export const decodeIntegration = (value: unknown): IntegrationSettings => {
  const answer = obj(value);
  const { app, integration } = 'integration' in answer ? answer : obj(answer.config);
  const { canUserSeeConversationList, canUserCreateMoreConversations } = obj(integration);
  return {
    multiConvoEnabled: bool(obj(obj(app).settings).multiConvoEnabled),
    canUserSeeConversationList: bool(canUserSeeConversationList),
    canUserCreateMoreConversations: bool(canUserCreateMoreConversations),
  };
};
