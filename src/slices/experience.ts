import { batch, type ReadonlySignal, signal } from '@preact/signals-react';
import type { IntegrationSettings } from '../wire/integration';
import type { Status } from './status';

export type Experience = ReturnType<typeof createExperience>;

/**
 * Whether the visitor has one conversation or several, and may begin more (SPEC.md section 3 'Multi-conversation
 * settings').
 * @param mayList whether the account's configuration allows the list; the integration's may only take it back
 */
export const createExperience = (mayList: boolean) => {
  const listed = signal(mayList);
  const mayCreate = signal(false);
  const limited = signal(false);
  return {
    /** Whether the visitor sees the list. */
    listed: listed as ReadonlySignal<boolean>,
    /** MultiConversationLimited sees the list and starts none (DESIGN.md 3.17). */
    mayCreate: mayCreate as ReadonlySignal<boolean>,
    /** There are several conversations, and no more may be begun; false until that is known. */
    limited: limited as ReadonlySignal<boolean>,
    integrationsFetchStatus: signal<Status>('notConnected'),
    /** "Disabling multi-conversations sets all three … flags to false." (SPEC.md section 4) */
    take(settings: IntegrationSettings) {
      const { multiConvoEnabled, canUserSeeConversationList, canUserCreateMoreConversations } = settings;
      batch(() => {
        // "If the configuration says the user cannot see the conversation list, single-conversation mode is used."
        listed.value = mayList && multiConvoEnabled !== false && canUserSeeConversationList !== false;
        const several = listed.value && multiConvoEnabled === true;
        mayCreate.value = several && canUserCreateMoreConversations === true;
        limited.value = several && !mayCreate.value;
      });
    },
  };
};
