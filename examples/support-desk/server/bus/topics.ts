import type { Publication } from '../model/publisher';
import type { Topic } from './bus';
import type { Grown } from './growingEvents';

/** What every process hears. */
export const EVERYBODY: Topic = 'everybody';
/** All events of agents, whole, as programs follow them. */
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

/** Where a publication is heard: where its clients are. One of a kind that this version does not know is heard by all. */
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
