import type { Publication } from '../model/publisher';
import type { Topic } from './bus';
import type { Grown } from './growingEvents';

/** What every process receives. */
export const EVERYBODY: Topic = 'everybody';
/** All events of agents, whole, as programs subscribe to them. */
export const PROGRAMS: Topic = 'programs';
/** What changes the list of conversations. */
export const LIST: Topic = 'list';

export const visitorTopic = (appUserId: string): Topic => `visitor ${appUserId}`;
export const conversationTopic = (id: string): Topic => `conversation ${id}`;

type Said = {
  conversation?: { _id?: unknown };
  conversationId?: unknown;
  conversationIds?: readonly unknown[];
};

const ofAgents = (ids: readonly unknown[]): Topic[] => [
  ...ids.filter((id) => typeof id === 'string').map(conversationTopic),
  LIST,
  PROGRAMS,
];

/** The topics of a publication: those of its clients. One of an unknown kind goes to all. */
export const topicsOf = (publication: Publication | Grown): Topic[] => {
  switch (publication.to) {
    case 'visitor':
      return [visitorTopic(publication.appUserId)];
    case 'grown': {
      const { appUserId, conversationId } = publication;
      return appUserId === undefined ? ofAgents([conversationId]) : [visitorTopic(appUserId)];
    }
    case 'agents': {
      const { conversation, conversationId, conversationIds = [] } = publication.event as Said;
      return ofAgents([conversation?._id, conversationId, ...conversationIds]);
    }
    default:
      return [EVERYBODY];
  }
};
