import type { Role } from './message';

/** What the widget tells the service about the browser it runs in (SPEC.md section 7, 'Client info sent'). */
export type ClientInfo = {
  platform: 'web';
  id: string;
  integrationId: string;
  info: {
    vendor: string;
    sdkVersion: string;
    URL: string;
    userAgent: string;
    referrer: string;
    browserLanguage: string;
    currentUrl: string;
    currentTitle: string;
  };
};

/** Who does a thing, sent with each message, upload, activity and postback. */
export type Author = { role: Role; appUserId: string; sessionId?: string; client?: ClientInfo };

/** Body of `POST /conversations/{id}/messages`. */
export type SendMessageBody = {
  author: Author;
  message: {
    role: 'appUser';
    type: string;
    text: string;
    referenceId: string;
    payload?: string;
    metadata?: Record<string, unknown>;
  };
};

/** Activities a visitor sends (FACTS.md 2.6; message:delivery is SPEC.md's, conversation:end is ours). */
export type ActivityType =
  | 'conversation:read'
  | 'typing:start'
  | 'typing:stop'
  | 'message:delivery'
  | 'conversation:end';

/** Body of `POST /conversations/{id}/activity`. */
export type ActivityBody = { author: Author; activity: { type: ActivityType; messageId?: string } };

/** Body of `POST /appusers`. `referenceId` makes a repeated creation answer the same user. */
export type CreateUserBody = {
  client: ClientInfo;
  intent: 'conversation:start' | 'proactiveMessaging';
  locale: string;
  referenceId: string;
  conversation: { client?: ClientInfo; type: 'personal'; metadata?: Record<string, unknown> };
  signedCampaignData?: string;
  properties?: Record<string, unknown>;
};

/** Body of `POST /appusers/{appUserId}/conversations`. */
export type CreateConversationBody = {
  client: ClientInfo;
  type: 'personal';
  intent: 'conversation:start' | 'proactiveMessaging';
  referenceId: string;
  signedCampaignData?: string;
  metadata?: Record<string, unknown>;
};
