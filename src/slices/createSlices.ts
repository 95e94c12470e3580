import type { Clock } from '../platform/clock';
import type { Storages } from '../platform/storage';
import type { EmbeddableConfig } from '../wire/config';
import { createAnnouncer } from './announcer';
import { createConnection } from './connection';
import { createConsent } from './consent';
import { createConversations } from './conversations';
import { createExperience, type Experience } from './experience';
import { createLauncherSlice } from './launcher';
import { createLinkQuestion } from './linkQuestion';
import { createLocale } from './locale';
import { createMessages } from './messages';
import type { PageEvents } from './pageEvents';
import { createRouter, type Router } from './router';
import { createSettings } from './settings';
import { createUnread } from './unread';
import { createUser } from './user';

/** Makes every slice. Only the composition root calls it and hands each flow the slices it needs. */
export const createSlices = (deps: {
  config: EmbeddableConfig;
  /** Where the configuration came from. */
  address?: string;
  storages: Storages;
  createId: () => string;
  clock: Clock;
}) => {
  const { config, storages, createId } = deps;
  const conversations = createConversations();
  const messages = createMessages();
  const experience: Experience = createExperience(config.messenger.canUserSeeConversationList);
  return {
    settings: createSettings(deps),
    consent: createConsent({ storages }),
    router: createRouter({ session: storages.session }) as Router,
    launcher: createLauncherSlice(),
    locale: createLocale(),
    user: createUser({
      store: storages.lasting,
      session: storages.session,
      integrationId: config.messenger.integrationId,
      createId,
    }),
    linkQuestion: createLinkQuestion(),
    conversations,
    messages,
    experience,
    ...createUnread({ conversations, messages, listed: experience.listed }),
    connection: createConnection({ clock: deps.clock }),
    announcer: createAnnouncer(),
    pageEvents: {} as PageEvents,
  };
};
