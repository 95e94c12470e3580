import { decodeLauncherConfig } from '../wire/launcherConfig';
import { createSurface, type Surface } from './surface';

// placeWidget.ts uses these to move the widget. The names are short because a minifier keeps export names.
export { placed as place, placedCss as css } from './place';
export { decodeLauncherConfig as decode };

/**
 * Creates the surface without a launcher button, for the launcher shape "none".
 * @param config the raw configuration response
 */
export const createLauncherlessSurface = (host: Window, config: unknown): Surface => {
  const nothing = () => {};
  return createSurface(host, decodeLauncherConfig(config), nothing, nothing);
};
