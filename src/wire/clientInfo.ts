import type { ClientInfo, CreateUserBody } from './client';

/** Defined by the build. */
declare const PORCH_VERSION: string;

/** Sent as the SDK version header and inside the client info. */
const SDK_VERSION = `web/porch/${PORCH_VERSION}`;

/** The facts about page and browser that are sent to the service. */
type Described = Record<'url' | 'userAgent' | 'referrer' | 'language' | 'title', () => string>;

/** Describes the browser and its page to the messaging service. */
export const describeClient = (page: Described, clientId: string, integrationId: string): ClientInfo => ({
  platform: 'web',
  id: clientId,
  integrationId,
  info: {
    vendor: 'porch',
    sdkVersion: PORCH_VERSION,
    URL: new URL(page.url()).hostname,
    userAgent: page.userAgent(),
    referrer: page.referrer(),
    browserLanguage: page.language(),
    currentUrl: page.url(),
    currentTitle: page.title(),
  },
});

/** The headers of each call. @param credential the Authorization header, if there is one */
export const clientHeaders = (
  appId: string,
  clientId: string,
  credential?: string,
): Record<string, string> => ({
  'x-smooch-sdk': SDK_VERSION,
  'x-smooch-appid': appId,
  'x-smooch-clientid': clientId,
  ...(credential && { Authorization: credential }),
});

/** Base64 of any text; `btoa` alone throws on characters beyond Latin-1, which stored values may contain. */
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** The Authorization header of an anonymous visitor. */
export const sessionCredential = (appUserId: string, sessionToken: string): string =>
  `Basic ${base64(`${appUserId}:${sessionToken}`)}`;

/** The body of a visitor's creation. @param referenceId makes a repeated creation return the same visitor */
export const creationBody = (client: ClientInfo, locale: string, referenceId: string): CreateUserBody => ({
  client,
  intent: 'conversation:start',
  locale,
  referenceId,
  conversation: { type: 'personal', client },
});
