/** Loads the launcher's label and the visitor's choice to hide it. */
export const loadLauncherLabel = () => import('../features/launcherLabel/launcherLabel');
