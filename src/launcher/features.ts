/** Loads what sends page views and events. */
export const loadAnalytics = () => import('../features/analytics/analytics');
/** Loads the messages of campaigns. */
export const loadCampaigns = () => import('../features/campaigns/campaigns');
/** Loads the launcher's label and the visitor's choice to hide it. */
export const loadLauncherLabel = () => import('../features/launcherLabel/launcherLabel');
