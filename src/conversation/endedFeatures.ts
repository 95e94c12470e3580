/** Asks how an ended conversation was. Loads with the end of a conversation, if the account asks for ratings. */
export const loadRating = () => import('../features/rating/rating');
