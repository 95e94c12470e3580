import type { AgentInboxView } from '../../shared/answers/conversations';

/** Which conversations to list: a view, its filters, a search text, and the `next` of the previous page. */
export type ListQuery = {
  view?: AgentInboxView;
  assigneeId?: string;
  sort?: 'waiting';
  search?: string;
  tag?: string;
  /** In seconds. */
  waits?: string;
  after?: string;
};
