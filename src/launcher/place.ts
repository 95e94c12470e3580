import type { LauncherConfig, Offset } from '../wire/config';
import type { Layout } from '../wire/layout';
import { FULL_SCREEN, SIZE, surfaceCss } from './styles';

/** Returns the configuration with its position overridden by the publisher's layout. */
export const placed = (config: LauncherConfig, wishes: Layout): LauncherConfig => {
  const { web, mobile } = config.positionOffset;
  return {
    ...config,
    position: wishes.side ?? config.position,
    positionOffset: {
      web: {
        horizontal: wishes.webHorizontal ?? web.horizontal,
        vertical: wishes.webVertical ?? web.vertical,
      },
      mobile: {
        horizontal: wishes.mobileHorizontal ?? mobile.horizontal,
        vertical: wishes.mobileVertical ?? mobile.vertical,
      },
    },
  };
};

/**
 * Returns the surface's CSS for the configured position, with overrides for the button that hides the label.
 */
export const placedCss = (config: LauncherConfig): string => {
  const { position: side } = config;
  const { web, mobile } = config.positionOffset;
  const hide = ({ horizontal, vertical }: Offset) =>
    `.l~.h{${side === 'left' ? 'right' : 'left'}:auto;${side}:${horizontal - 8}px;bottom:${vertical + SIZE - 16}px}`;
  return `${surfaceCss(config)}${hide(web)}@media ${FULL_SCREEN}{${hide(mobile)}}`;
};
