import { batch } from '@preact/signals-react';
import type { Http } from '../services/http';
import { fetchIntegration } from '../services/integrationCalls';
import type { RequestError } from '../services/requestError';
import type { Conversations } from '../slices/conversations';
import type { Experience } from '../slices/experience';

export type ExperienceDeps = {
  experience: Experience;
  conversations: Conversations;
  /** Client for the base address `{suncoUrl}/v2`. */
  http: Http;
  integrationId: string;
  report: (message: string, cause: unknown) => void;
};

/**
 * Fetches the integration's settings for several conversations, until one fetch has succeeded. If they allow
 * no list, a visitor who looks at the list is taken to their conversation. Never rejects: failures are
 * reported.
 */
export const readExperience = async (deps: ExperienceDeps): Promise<void> => {
  const { experience, conversations } = deps;
  const { integrationsFetchStatus: status } = experience;
  if (status.value === 'successful') return;
  status.value = 'pending';
  try {
    const settings = await fetchIntegration(deps.http, deps.integrationId);
    batch(() => {
      experience.take(settings);
      experience.integration = settings;
      status.value = 'successful';
      if (experience.limited.value) conversations.redirectToHomePage.value = true;
      if (!experience.listed.value) conversations.leaveList();
    });
  } catch (cause) {
    status.value = 'failed';
    if (!(cause as RequestError).isActionCancelled) deps.report('Failed to fetch the integration', cause);
  }
};
