import { list, listOf, num, obj, str } from '@porch/messenger/wire/decode';
import type { FirstRunAnswer, SeenSite } from '../../shared/answers/firstRun';

const decodeSite = (value: unknown): SeenSite | undefined => {
  const raw = obj(value);
  const origin = str(raw.origin);
  if (!origin) return undefined;
  const { loadedAt, takenAt, refusedAt } = raw;
  return {
    origin,
    own: raw.own === true,
    loadedAt: num(loadedAt),
    takenAt: num(takenAt),
    refusedAt: num(refusedAt),
  };
};

export const decodeFirstRun = (value: unknown): FirstRunAnswer => {
  const raw = obj(value);
  return {
    tag: str(raw.tag) ?? '',
    sites: listOf(raw.sites, decodeSite),
    origins: raw.origins === undefined ? undefined : list(raw.origins).flatMap((one) => str(one) ?? []),
    hasTeam: raw.hasTeam === true,
    hasHours: raw.hasHours === true,
    hasAway: raw.hasAway === true,
    hasLook: raw.hasLook === true,
    hasConversations: raw.hasConversations === true,
    hidden: raw.hidden === true,
  };
};
