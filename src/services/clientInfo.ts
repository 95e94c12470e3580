import type { Page } from '../platform/page';
import type { ClientInfo } from '../wire/client';

/** Defined by the build. */
declare const PORCH_VERSION: string;

/** Sent as the SDK version header and inside the client info. */
export const SDK_VERSION = `web/porch/${PORCH_VERSION}`;

/** Describes the browser and its page to the messaging service. */
export const describeClient = (page: Page, clientId: string, integrationId: string): ClientInfo => ({
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
