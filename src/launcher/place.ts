import type { LauncherConfig, Offset } from '../wire/config';
import type { Layout } from '../wire/layout';
import { FULL_SCREEN, surfaceCss } from './styles';

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
 * Returns the surface's CSS for the configured position. What is drawn beside the launcher later reads the
 * launcher's place from tokens.
 */
export const placedCss = (config: LauncherConfig): string => {
  const { position: side } = config;
  const { web, mobile } = config.positionOffset;
  const at = ({ horizontal, vertical }: Offset) =>
    `:host{--porch-${side === 'left' ? 'right' : 'left'}:auto;--porch-${side}:${horizontal}px;--porch-bottom:calc(${vertical}px + max(0px,100% - 100dvh))}`;
  return `${surfaceCss(config)}${at(web)}@media ${FULL_SCREEN}{${at(mobile)}}`;
};
