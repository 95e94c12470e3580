import { batch, type ReadonlySignal, signal } from '@preact/signals-react';
import type { IntegrationSettings } from '../wire/integration';
import type { Status } from './status';

export type Experience = ReturnType<typeof createExperience>;

/**
 * Whether the visitor has one conversation or several, and whether they may start more.
 * @param mayList whether the account's configuration allows the list; the integration's settings can only
 * forbid it
 */
export const createExperience = (mayList: boolean) => {
  const listed = signal(mayList);
  const mayCreate = signal(false);
  const limited = signal(false);
  const fetchStatus = signal<Status>('notConnected');
  let integration: IntegrationSettings = {};
  return {
    /** Whether the visitor sees the list. */
    listed: listed as ReadonlySignal<boolean>,
    /** Whether the visitor may start another conversation. */
    mayCreate: mayCreate as ReadonlySignal<boolean>,
    /**
     * Whether there are several conversations and no more may be started; false until the settings are known.
     */
    limited: limited as ReadonlySignal<boolean>,
    integrationsFetchStatus: fetchStatus as ReadonlySignal<Status>,
    setFetched(status: Status) {
      fetchStatus.value = status;
    },
    /** The last settings of the integration; empty before those. */
    integration: () => integration,
    /** Sets the integration's settings. */
    learn(settings: IntegrationSettings) {
      integration = settings;
    },
    /** Whether the account's configuration allows the list. */
    mayList,
    /** Sets all three. */
    set(now: { listed: boolean; mayCreate: boolean; limited: boolean }) {
      batch(() => {
        listed.value = now.listed;
        mayCreate.value = now.mayCreate;
        limited.value = now.limited;
      });
    },
  };
};
