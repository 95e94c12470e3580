import { num, obj, str } from './decode';

/** Settings of the wait-time banner. */
export type WaitTimeConfig = {
  waitTimeEnabled: boolean;
  queuePositionEnabled: boolean;
  /** In seconds. */
  queuePollingInterval?: number;
  onlyDecreasingQueue: boolean;
};

/** @param messenger the configuration answer's messenger block */
export const decodeWaitTimeConfig = (messenger: unknown): WaitTimeConfig => {
  const m = obj(messenger);
  return {
    waitTimeEnabled: m.waitTimeEnabled === true,
    queuePositionEnabled: m.queuePositionEnabled === true,
    queuePollingInterval: num(m.queuePollingInterval),
    onlyDecreasingQueue: m.onlyDecreasingQueue === true,
  };
};

/** The notices below the composer. */
type NoticesConfig = {
  /** As received; not yet checked to be safe. */
  privacyNoticeUrl?: string;
  showZendeskLogo: boolean;
};

/** @param messenger the configuration answer's messenger block */
export const decodeNoticesConfig = (messenger: unknown): NoticesConfig => {
  const m = obj(messenger);
  return {
    privacyNoticeUrl: m.privacyNoticeEnabled === true ? str(m.privacyNoticeUrl) : undefined,
    showZendeskLogo: m.showZendeskLogo === true,
  };
};

/**
 * Whether visitors may end their conversations. The messenger block carries this app setting, which saves a
 * request. A missing setting means no.
 * @param messenger the configuration answer's messenger block
 */
export const decodeEndSession = (messenger: unknown): boolean => obj(messenger).endSessionEnabled === true;
