import { Light } from '../../model/defaultColors';
import type { Theme } from '../../slices/theme';

/**
 * The design tokens and base styles of a card's frame. Tokens are named after their use, never after their
 * color. An element on a surface other than the card's names that surface in `data-on`, because a
 * publisher's colors may need another text color there. A publisher's look sets more tokens, which the
 * components read with their own value as the default. An element that only its background
 * makes visible has a transparent outline: forced-colors mode removes the background and draws the outline.
 */
export const themeCss = ({ primary, message, action }: Theme): string => `
*,::before,::after{box-sizing:border-box;}
:root{font-size:16px;
  --surface:${Light.surface};--elevated:${Light.elevated};--ink:${Light.ink};--quiet:${Light.quiet};--line:#e9e5dd;--field:${Light.field};--hover:#0000000d;
  --bubble:18px;--corner:6px;--control:10px;
  --business:${Light.business};--error:${Light.error};
  --message:${message.background};--onMessage:${message.foreground};
  --action:${action.background};--onAction:${action.foreground};
  --accent:${action.foreground === '#fff' ? action.background : Light.ink};
}
body{margin:0;background:var(--surface);color:var(--ink);font:400 1rem/1.5rem system-ui,sans-serif;overflow:hidden;-webkit-text-size-adjust:100%}
html{overscroll-behavior:contain}
button,textarea{font:inherit;color:inherit;margin:0}
button{min-width:24px;min-height:24px;border:0;padding:0;background:none;cursor:pointer;-webkit-tap-highlight-color:#0000}
h1,h2,p,ol{margin:0;padding:0}
ol{list-style:none}
svg{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
a{color:inherit;--focus:currentColor}
:focus-visible{outline:2px solid var(--focus,var(--accent));outline-offset:2px}
${primary ? `[data-on=header]{background:${primary.background};color:${primary.foreground};--quiet:currentColor;--accent:currentColor}` : ''}
header>span,[role=log]>div,form div{animation:porch-in .12s}
@keyframes porch-in{from{opacity:.3}}
@media (max-device-width:540px),(max-device-height:540px){body{font-size:.875rem;line-height:1.25rem}}
@media (pointer:coarse){button{min-width:44px;min-height:44px}}
@media (forced-colors:active){button{border:1px solid}}
@media (prefers-reduced-motion:reduce){*,::before,::after{animation:none!important;transition:none!important;scroll-behavior:auto!important}}
`;

/** Visible to screen readers only. */
export const hidden =
  'position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap;';
