import { bool, obj } from './decode';

/** What several conversations are allowed (SPEC.md section 3 'Config response'); undefined where it is not said. */
export type IntegrationSettings = {
  multiConvoEnabled?: boolean;
  canUserSeeConversationList?: boolean;
  canUserCreateMoreConversations?: boolean;
};

/** Reads the integration's configuration, wrapped in `config` or bare (FACTS.md 2.2). */
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
