import type { FirstRunAnswer } from '../../../shared/answers/firstRun';
import { listedInvitations } from '../accounts/invitations';
import type { Deps } from '../deps';
import { defaultSettings, type Settings } from '../settings/settings';

type Steps = Pick<
  FirstRunAnswer,
  'hasTeam' | 'hasHours' | 'hasAway' | 'hasLook' | 'hasConversations' | 'hidden'
>;

/** What makes the messenger look like the publisher's. */
const lookOf = ({ messenger }: Settings): string => {
  const { title, description, avatarUrl, color, theme, launcher, position, borderRadius } = messenger;
  return JSON.stringify({ title, description, avatarUrl, color, theme, launcher, position, borderRadius });
};

/** What is done of the first run, by what the desk knows. */
export const firstRunSteps = async (deps: Pick<Deps, 'store' | 'settings' | 'now'>): Promise<Steps> => {
  const [agents, invitations, conversations, hidden] = await Promise.all([
    deps.store.agents(),
    listedInvitations(deps),
    deps.store.inbox({ limit: 1, empty: false }),
    deps.store.deskNote('first run hidden'),
  ]);
  const settings = deps.settings();
  return {
    hasTeam: agents.filter(({ removedAt }) => removedAt === null).length > 1 || invitations.length > 0,
    hasHours: settings.hours.enabled,
    hasAway: settings.hours.message.enabled,
    hasLook: lookOf(settings) !== lookOf(defaultSettings()),
    hasConversations: conversations.length > 0,
    hidden: hidden !== undefined,
  };
};

/** Stops the suggestion of the first run, for all admins. */
export const hideFirstRun = ({ store, now }: Pick<Deps, 'store' | 'now'>): Promise<void> =>
  store.transaction((tx) => tx.putDeskNote('first run hidden', String(now())));
