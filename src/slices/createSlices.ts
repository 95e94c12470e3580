import type { Clock } from '../platform/clock';
import type { Storages } from '../platform/storage';
import type { EmbeddableConfig } from '../wire/config';
import { type Announcer, createAnnouncer } from './announcer';
import { type ChannelEvents, createChannelEvents } from './channelEvents';
import { type Connection, createConnection } from './connection';
import { type Consent, createConsent } from './consent';
import { type Conversations, createConversations } from './conversations';
import { createExperience, type Experience } from './experience';
import { createLauncherSlice, type LauncherSlice } from './launcher';
import type { LinkQuestionSlice } from './linkQuestion';
import { createLocale, type Locale } from './locale';
import { createMessages, type Messages } from './messages';
import { createPageEvents, type PageEvents } from './pageEvents';
import { createRouter, type Router } from './router';
import { createSettings, type Settings } from './settings';
import { createSlot } from './slot';
import { createUnread, type Unread } from './unread';
import { createUser, type User } from './user';

export type Slices = {
  settings: Settings;
  consent: Consent;
  router: Router;
  launcher: LauncherSlice;
  locale: Locale;
  user: User;
  linkQuestion: LinkQuestionSlice;
  conversations: Conversations;
  messages: Messages;
  experience: Experience;
  connection: Connection;
  announcer: Announcer;
  pageEvents: PageEvents;
  channelEvents: ChannelEvents;
} & Unread;

/** Makes every slice. Only the composition root calls it and hands each flow the slices it needs. */
export const createSlices = (deps: {
  config: EmbeddableConfig;
  /** The address of the configuration. */
  address?: string;
  storages: Storages;
  createId: () => string;
  clock: Clock;
}): Slices => {
  const { config, storages, createId } = deps;
  const conversations = createConversations();
  const messages = createMessages();
  const experience = createExperience(config.messenger.canUserSeeConversationList);
  return {
    settings: createSettings(deps),
    consent: createConsent({ storages }),
    router: createRouter({ session: storages.session }),
    launcher: createLauncherSlice(),
    locale: createLocale(),
    user: createUser({
      store: storages.lasting,
      session: storages.session,
      integrationId: config.messenger.integrationId,
      former: config.messenger.former,
      createId,
      now: deps.clock.now,
    }),
    linkQuestion: createSlot(undefined),
    conversations,
    messages,
    experience,
    ...createUnread({ conversations, messages, listed: experience.listed }),
    connection: createConnection({ clock: deps.clock }),
    announcer: createAnnouncer(),
    pageEvents: createPageEvents(),
    channelEvents: createChannelEvents(),
  };
};
