import type { Role } from './message';

/** The description of the browser that the widget sends to the messaging service. */
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

/** The author of a message, upload, activity or postback; sent with each of them. */
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

/** Activities that the visitor's widget reports. */
type ActivityType =
  | 'conversation:read'
  | 'typing:start'
  | 'typing:stop'
  | 'message:delivery'
  | 'conversation:end';

/** Body of `POST /conversations/{id}/activity`. `messageId` belongs to `message:delivery`. */
export type ActivityBody = { author: Author; activity: { type: ActivityType; messageId?: string } };

/** Body of `POST /appusers`. A repeated request with the same `referenceId` returns the same user. */
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
  displayName?: string;
  description?: string;
  iconUrl?: string;
  metadata?: Record<string, unknown>;
};
