/** A lazy chunk, needed only by visitors with several conversations or with a removed one. */

export { readExperience } from './readExperience';
export { leaveConversation } from './receiving/leaveConversation';
