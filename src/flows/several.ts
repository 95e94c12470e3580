/** A lazy chunk, needed only by visitors with several conversations or with a removed one. */
export { leaveConversation } from './leaveConversation';
export { readExperience } from './readExperience';
