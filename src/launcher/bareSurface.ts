import { decodeLauncherConfig } from '../wire/launcherConfig';
import { createSurface, type Surface } from './surface';

// What writes the page's side anew in another place (placeWidget.ts); by short names, as an export's is not shortened.
export { placed as place, placedCss as css } from './place';
export { decodeLauncherConfig as decode };

/** The same where no launcher is loaded: shape none (SPEC.md section 2). @param config the answer as it came */
export const createBareSurface = (host: Window, config: unknown): Surface =>
  createSurface(host, decodeLauncherConfig(config), () => {});
