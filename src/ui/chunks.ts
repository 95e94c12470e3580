/** Every dynamic import of the interface stands here. */
export const loadHome = () => import('./cards/home/homeChunk');
