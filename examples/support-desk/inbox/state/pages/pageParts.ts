import type { ApiFailure } from '../../model/apiResult';
import type { AgentApi } from '../../services/api';
import { createFirstRun, type FirstRun } from './firstRun';
import { createInsights, type Insights } from './insights';
import { createPeople, type People } from './people';
import { createRefusedEmails, type RefusedEmails } from './refusedEmails';
import { createVisitorNotes, type VisitorNotes } from './visitorNotes';

/** What the pages besides the settings show. */
export type PageParts = {
  firstRun: FirstRun;
  insights: Insights;
  people: People;
  refusedEmails: RefusedEmails;
  visitorNotes: VisitorNotes;
};

export const createPageParts = (
  api: AgentApi,
  reveal: (conversationId: string) => void,
  onFailure: (failure: ApiFailure) => void,
): PageParts => ({
  firstRun: createFirstRun(api.team, onFailure),
  insights: createInsights(api.insights, onFailure),
  people: createPeople(api.visitors, reveal, onFailure),
  refusedEmails: createRefusedEmails(api.emails, onFailure),
  visitorNotes: createVisitorNotes(api.visitors, onFailure),
});
