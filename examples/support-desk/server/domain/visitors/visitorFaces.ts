import type { Face } from '../../model/caller';
import type { Settings } from '../settings/settings';

type FaceSettings = Pick<Settings, 'agent' | 'messenger'>;

/** What names somebody on the wire. */
type Named = { role?: unknown; name?: unknown; avatarUrl?: unknown; authorId?: unknown };

/** Whether visitors see who of the team writes. Otherwise they see the team, as one. */
export const showsAgents = ({ messenger }: FaceSettings): boolean => messenger.people.agentNames;

/** The name and picture that visitors see of somebody of the team. Nothing that is stored changes by it. */
export const faceForVisitors = (settings: FaceSettings, face: Face): Face =>
  showsAgents(settings) ? face : settings.agent;

/** What names somebody of the team, as visitors see it. What a visitor has said stays. */
const asTeam = <T extends Named>(team: Face, named: T): T => {
  const isNobody = (named.name ?? named.avatarUrl ?? named.authorId) === undefined;
  if (named.role === 'appUser' || isNobody) return named;
  return { ...named, name: team.name, avatarUrl: team.avatarUrl, authorId: undefined };
};

/** What names its author, such as an activity, as visitors see it. */
export const namedForVisitors = <T extends Named>(settings: FaceSettings, named: T): T =>
  showsAgents(settings) ? named : asTeam(settings.agent, named);

/** A message as visitors see it, with the one that it quotes. */
export const messageForVisitors = <T extends Named & { quotedMessage?: unknown }>(
  settings: FaceSettings,
  message: T,
): T => {
  if (showsAgents(settings)) return message;
  const { agent: team } = settings;
  const quote = message.quotedMessage as { content?: Named } | undefined;
  return {
    ...asTeam(team, message),
    ...(quote?.content && { quotedMessage: { ...quote, content: asTeam(team, quote.content) } }),
  };
};

/** The people whose faces new visitors see. */
export const teamForVisitors = (settings: FaceSettings): Face[] =>
  (showsAgents(settings) && settings.messenger.people.team) || [settings.agent];
