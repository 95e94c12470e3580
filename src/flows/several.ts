/** What only those with several conversations need, or who lose one: a lazy chunk of its own. */
export { leaveConversation } from './leaveConversation';
export { readExperience } from './readExperience';
