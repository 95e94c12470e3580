/** The feature that comes with an agent's first message, or with the menu that has its switches. */
export const loadAttention = () => import('../../features/attention/attention');
