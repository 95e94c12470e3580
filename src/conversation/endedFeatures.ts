/** How an ended conversation was. Loads with the end of a conversation, where the account asks for ratings. */
export const loadRating = () => import('../features/rating/rating');
