import { type Attending, createAttending } from '../domain/conversations/attending';
import { createSettingsDrafts, type DraftDeps, type SettingsDrafts } from '../domain/settings/settingsDrafts';
import { createPresence, type Presence, type PresenceDeps } from '../domain/team/presence';
import { type CallStore, createCallStore } from '../domain/voice/callStore';
import type { Limiter } from '../limits/limiter';
import { createMemoryLimiter } from '../limits/memoryLimiter';
import type { Limit, LimitName } from '../limits/table';

/** Creates the desk's short-lived state: in the memory of one process, or shared by several. */
export type LiveState = {
  createLimiter(limitOf: (name: LimitName) => Limit): Limiter;
  createPresence(deps: PresenceDeps): Presence;
  createDrafts(deps: DraftDeps): SettingsDrafts;
  createCallStore(deps: { now: () => number }): CallStore;
  createAttending(deps: { now: () => number }): Attending;
};

export const inMemory: LiveState = {
  createLimiter: createMemoryLimiter,
  createPresence,
  createDrafts: createSettingsDrafts,
  createCallStore,
  createAttending,
};
