import { listOf, num, obj, oneOf, str } from '@porch/messenger/wire/decode';
import { shownLabel } from '@porch/messenger/wire/shown';
import type { PushAnswer, PushTestAnswer } from '../../shared/answers/pushes';

/** Throws without a key. */
export const decodePushState = (value: unknown): PushAnswer => {
  const key = str(obj(value).key);
  if (!key) throw new Error('no key');
  const browsers = listOf(obj(value).browsers, (entry) => {
    const raw = obj(entry);
    const id = str(raw.id);
    return id
      ? {
          id,
          userAgent: shownLabel(raw.userAgent) ?? '',
          createdAt: num(raw.createdAt) ?? 0,
          away: raw.away === true,
          current: raw.current === true,
        }
      : undefined;
  });
  return { key, browsers };
};

export const decodePushTest = (value: unknown): PushTestAnswer => ({
  outcome: oneOf(obj(value).outcome, ['taken', 'ended', 'refused', 'failed'] as const) ?? 'failed',
});
