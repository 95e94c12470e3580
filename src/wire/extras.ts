import { num, obj, str } from './decode';

/** SPEC.md section 3, 'Wait-time banner config'. */
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

/** What stands below the composer (SPEC.md section 2). */
export type NoticesConfig = {
  /** As the account gave it: not known to be safe. */
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
 * Whether visitors may end their conversations: the app setting of FACTS.md 2.2, told in the messenger block so that nothing
 * has to be asked for. What is not said is not allowed.
 * @param messenger the configuration answer's messenger block
 */
export const decodeEndSession = (messenger: unknown): boolean => obj(messenger).endSessionEnabled === true;
