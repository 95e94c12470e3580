import type { Face } from '../../model/caller';
import type { Settings } from '../settings/settings';

type FaceSettings = Pick<Settings, 'agent' | 'messenger'>;

/** The fields that identify somebody on the wire. */
type Named = { role?: unknown; name?: unknown; avatarUrl?: unknown; authorId?: unknown };

/** Whether visitors see which member of the team writes. Otherwise they see only the team. */
export const showsAgents = ({ messenger }: FaceSettings): boolean => messenger.people.agentNames;

/** The name and picture of a team member for visitors. Stored data does not change. */
export const faceForVisitors = (settings: FaceSettings, face: Face): Face =>
  showsAgents(settings) ? face : settings.agent;

/** The identifying fields of a team member, as visitors see them. A visitor's own stay. */
const asTeam = <T extends Named>(team: Face, named: T): T => {
  const isNobody = (named.name ?? named.avatarUrl ?? named.authorId) === undefined;
  if (named.role === 'appUser' || isNobody) return named;
  return { ...named, name: team.name, avatarUrl: team.avatarUrl, authorId: undefined };
};

/** Anything with an author, such as an activity, as visitors see it. */
export const namedForVisitors = <T extends Named>(settings: FaceSettings, named: T): T =>
  showsAgents(settings) ? named : asTeam(settings.agent, named);

/** A message as visitors see it, including the quoted one. */
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
