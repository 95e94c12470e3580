/** A lazy chunk, needed only by visitors with several conversations, with a removed one or with a failed file. */

import type { Connect } from '../services/createServices';
import type { HttpRules } from '../services/http';
import { type ExperienceDeps, readExperience as read } from './readExperience';

export { applyRareEvent } from './receiving/applyRareEvent';
export { leaveConversation } from './receiving/leaveConversation';

/** Fetches the integration's settings with the visitor's credential. */
export const readExperience = (
  deps: Omit<ExperienceDeps, 'http'> & { connect: Connect; rules: HttpRules; suncoUrl: string },
): Promise<void> => read({ ...deps, http: deps.connect(undefined, deps.rules, `${deps.suncoUrl}/v2`) });
