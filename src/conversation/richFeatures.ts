/** What is below an answer that grows. Loads with the first such answer; the file of rich messages has this registry. */
export const loadGrowing = () => import('../features/growing/growing');
