import type { Activity } from '@porch/messenger/wire/realtime';
import type { AgentMessage } from '../../../shared/answers/messages';
import { FACE } from '../../model/accountEntities';
import type { Face } from '../../model/caller';
import type { Settings } from '../settings/settings';

type FaceSettings = Pick<Settings, 'agent' | 'messenger'>;

const names = (fields: string): readonly string[] => fields.split(' ');

/** The fields of an author that visitors see. */
const AUTHOR: readonly string[] = [...FACE, 'authorId', 'authorSubtypes'];

/** The fields of a message that visitors see, without its author. What agents note about its email is not for them. */
const MESSAGE = [
  ...names('_id type role received referenceId source quotedMessageId attachmentId payload metadata'),
  ...names('text textFallback markdownText altText mediaUrl mediaType mediaSize mediaWidth mediaHeight'),
  ...names('actions items displaySettings fields submitted blockChatInput template references'),
  ...names(
    'coordinates location growing grown grownAt stopped edited deleted automatic quiet leftOut saysLeftOut',
  ),
];

/** The fields of an activity that visitors see, without its author. */
const ACTIVITY = names('type role appUserId lastRead messageId queuePosition responseTime isInitialRouting');

/** The fields of a quote that visitors see, without the quoted message. */
const QUOTE = names('type externalMessageId');

/** The named fields that have a value. */
const pick = (value: object, fields: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(value).filter(([field, part]) => fields.includes(field) && part !== undefined),
  );

/** Whether visitors see which member of the team writes. Otherwise they see only the team. */
export const showsAgents = ({ messenger }: FaceSettings): boolean => messenger.people.agentNames;

/** The name and picture of a team member for visitors. Stored data does not change. */
export const faceForVisitors = (settings: FaceSettings, face: Face): Face => {
  const { name, avatarUrl } = showsAgents(settings) ? face : settings.agent;
  return { name, avatarUrl };
};

type Author = Partial<Pick<AgentMessage, 'role' | 'name' | 'avatarUrl' | 'authorId'>>;

/** The author as visitors see them. A visitor's own fields stay. Without a name, picture or id there is nobody to hide. */
const authorForVisitors = (settings: FaceSettings, author: Author): object => {
  const isNobody = (author.name ?? author.avatarUrl ?? author.authorId) === undefined;
  if (showsAgents(settings) || author.role === 'appUser' || isNobody) return pick(author, AUTHOR);
  return { ...pick(author, ['authorSubtypes']), ...faceForVisitors(settings, settings.agent) };
};

/** An activity as visitors see it. */
export const activityForVisitors = (settings: FaceSettings, activity: Activity): Activity => ({
  ...(pick(activity, ACTIVITY) as Activity),
  ...authorForVisitors(settings, activity),
});

const partForVisitors = (settings: FaceSettings, message: Partial<AgentMessage>): object => ({
  ...pick(message, MESSAGE),
  ...authorForVisitors(settings, message),
});

/** A message as visitors see it, including the quoted one. */
export const messageForVisitors = (settings: FaceSettings, message: AgentMessage): AgentMessage => {
  const quote = message.quotedMessage as { content?: Partial<AgentMessage> } | undefined;
  const content = quote?.content && partForVisitors(settings, quote.content);
  return {
    ...(partForVisitors(settings, message) as AgentMessage),
    ...(quote && { quotedMessage: { ...pick(quote, QUOTE), ...(content && { content }) } }),
  };
};

/** The people whose faces new visitors see. */
export const teamForVisitors = (settings: FaceSettings): Face[] =>
  (showsAgents(settings) && settings.messenger.people.team) || [settings.agent];
