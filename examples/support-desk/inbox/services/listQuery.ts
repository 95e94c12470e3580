import type { AgentInboxView } from '../../shared/answers/conversations';

/** Which conversations to list: a view, a search text, a tag, and the `next` of the previous page. */
export type ListQuery = {
  view?: AgentInboxView;
  assigneeId?: string;
  sort?: 'waiting';
  search?: string;
  tag?: string;
  after?: string;
};
