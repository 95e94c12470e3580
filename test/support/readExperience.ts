import { signal } from '@preact/signals-react';
import { vi } from 'vitest';
import { readExperience } from '../../src/delivery/readExperience';
import type { Conversations } from '../../src/slices/conversations';
import { createExperience } from '../../src/slices/experience';
import type { IntegrationSettings } from '../../src/wire/integration';

/**
 * An account with several conversations, and the reading of its settings.
 * @param options.allowed whether visitors may start more conversations
 * @param options.listed whether the configuration allows the list
 */
export const createExperienceReader = (options: {
  conversations: Conversations;
  allowed: boolean;
  listed?: boolean;
  report?: (message: string, cause: unknown) => void;
}) => {
  const { conversations, report = vi.fn() } = options;
  const experience = createExperience(options.listed ?? true);
  const fetchIntegration = vi.fn(
    async (): Promise<IntegrationSettings> => ({
      multiConvoEnabled: true,
      canUserCreateMoreConversations: options.allowed,
    }),
  );
  const router = { widgetOpen: signal(true) };
  const http = async () => {
    const { multiConvoEnabled, ...integration } = await fetchIntegration();
    return { app: { settings: { multiConvoEnabled } }, integration };
  };
  return {
    experience,
    fetchIntegration,
    router,
    readExperience: () =>
      readExperience({
        experience,
        conversations,
        router,
        onDispose() {},
        http,
        integrationId: 'int',
        report,
      }),
  };
};
