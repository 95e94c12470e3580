import { batch, computed, effect } from '@preact/signals-react';
import type { Http } from '../services/http';
import { fetchIntegration } from '../services/integrationCalls';
import type { RequestError } from '../services/requestError';
import type { Conversations } from '../slices/conversations';
import type { Experience } from '../slices/experience';
import type { Router } from '../slices/router';
import type { IntegrationSettings } from '../wire/integration';

export type ExperienceDeps = {
  experience: Experience;
  conversations: Conversations;
  router: Pick<Router, 'widgetOpen'>;
  /** Client for the base address `{suncoUrl}/v2`. */
  http: Http;
  integrationId: string;
  report: (message: string, cause: unknown) => void;
  /** Takes the undo. */
  onDispose: (undo: () => void) => void;
};

/** A visitor who can only choose among several conversations finds the list whenever they open the window. */
const goHome = ({ router, conversations }: ExperienceDeps) => {
  const awaited = computed(
    () =>
      !router.widgetOpen.value &&
      conversations.redirectToHomePage.value &&
      conversations.all.value.length > 1,
  );
  return effect(() => {
    if (awaited.value) conversations.show();
  });
};

/**
 * Applies the integration's settings. Without permission to see the list, the visitor has a single conversation;
 * without multi-conversation mode they may not create another.
 */
export const takeSettings = (
  experience: Pick<Experience, 'mayList' | 'set'>,
  settings: IntegrationSettings,
): void => {
  const { multiConvoEnabled, canUserSeeConversationList, canUserCreateMoreConversations } = settings;
  const listed = experience.mayList && multiConvoEnabled !== false && canUserSeeConversationList !== false;
  const several = listed && multiConvoEnabled === true;
  const mayCreate = several && canUserCreateMoreConversations === true;
  experience.set({ listed, mayCreate, limited: several && !mayCreate });
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
  experience.setFetched('pending');
  try {
    const settings = await fetchIntegration(deps.http, deps.integrationId);
    batch(() => {
      takeSettings(experience, settings);
      experience.learn(settings);
      experience.setFetched('successful');
      if (experience.limited.value) {
        conversations.redirectHome();
        deps.onDispose(goHome(deps));
      }
      if (!experience.listed.value) conversations.leaveList();
    });
  } catch (cause) {
    experience.setFetched('failed');
    if (!(cause as RequestError).isActionCancelled) deps.report('Failed to fetch the integration', cause);
  }
};
