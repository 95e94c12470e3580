import { signal } from '@preact/signals-react';
import type { Notice } from '../../conversation/featureRow';
import { safeUrl } from '../../model/validation';
import { decodeNoticesConfig } from '../../wire/extras';

/** Porch's logo: a roof on two posts. */
const MARK = 'M2.5 9 10 3.5 17.5 9M5 8v8.5M15 8v8.5M2.5 16.5h15';

/**
 * The notices that an account can turn on: its privacy notice, and who made the messenger.
 * @param messenger the configuration answer's messenger block
 */
export const createEntries = (messenger: unknown): Notice[] => {
  const { privacyNoticeUrl, showZendeskLogo } = decodeNoticesConfig(messenger);
  const href = privacyNoticeUrl && safeUrl(privacyNoticeUrl);
  return [
    { shown: signal(!!href), label: 'notice.privacy', href },
    { shown: signal(showZendeskLogo), label: 'notice.made_by', params: { name: 'Porch' }, path: MARK },
  ];
};
