import { batch } from '@preact/signals-react';
import type { Http } from '../services/http';
import { fetchIntegration } from '../services/integrationCalls';
import type { RequestError } from '../services/requestError';
import type { Conversations } from '../slices/conversations';
import type { Experience } from '../slices/experience';

export type ExperienceDeps = {
  experience: Experience;
  conversations: Conversations;
  /** Bound to the service's base, `{suncoUrl}/v2`. */
  http: Http;
  integrationId: string;
  report: (message: string, cause: unknown) => void;
};

/**
 * Asks the integration what several conversations are allowed, until it has answered once. Where there is no list after all, a
 * visitor who looks at it is led to their conversation. Never rejects: what failed is reported.
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
      status.value = 'successful';
      // "… or when another status event reports success" (SPEC.md section 4 'Status values').
      if (experience.limited.value) conversations.redirectToHomePage.value = true;
      if (!experience.listed.value) conversations.leaveList();
    });
  } catch (cause) {
    status.value = 'failed';
    if (!(cause as RequestError).isActionCancelled) deps.report('Failed to fetch the integration', cause);
  }
};
