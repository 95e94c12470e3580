/** A lazy chunk, needed only by visitors with several conversations, with a removed one or with a failed file. */

export { readExperience } from './readExperience';
export { applyRareEvent } from './receiving/applyRareEvent';
export { leaveConversation } from './receiving/leaveConversation';
