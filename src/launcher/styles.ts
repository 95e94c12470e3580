import { readablePair } from '../model/contrast';
import { Dark, Light } from '../model/defaultColors';
import type { LauncherConfig } from '../wire/config';

/** Media query for small portrait or landscape screens, on which the open widget fills the screen. */
export const FULL_SCREEN =
  '(max-width:540px) and (max-height:926px),(max-width:926px) and (max-height:540px)';
/** Media query for windows of low height. */
const VERTICALLY_SMALL = '(max-height:670px)';

const FONT = 'system-ui,sans-serif';

/** The launcher's size, in pixels; `GAP` is the space between launcher and card. */
export const SIZE = 56;
const GAP = 16;

/** The style of all icons: lines of width 1.75, no fill. */
const ICON = 'fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round';

/**
 * CSS for the page: the launcher, the card's frame and their three layouts. The host element has no box;
 * `all:initial` stops the page's inherited styles. `setZIndex` sets `--z`. `--a` is the action color;
 * paint.ts may override it and the text color on it.
 */
export const surfaceCss = (config: LauncherConfig): string => {
  const { position: side, borderRadius, launcher } = config;
  const { web, mobile } = config.positionOffset;
  const action = readablePair(config.action, Light.action);
  const bottom = web.vertical + (launcher.shape === 'none' ? 0 : SIZE + GAP);
  return `:host{all:initial!important;--a:${action.background}}\
:host([data-hidden]){display:none!important}\
.l,.card{position:fixed;${side}:${web.horizontal}px;bottom:${web.vertical}px;z-index:var(--z);border:0;outline:1px solid #0000;box-shadow:0 1px 3px #0002,0 8px 32px #0003}\
.l{display:flex;align-items:center;height:${SIZE}px;gap:8px;padding:0 14px;border-radius:${launcher.shape === 'square' ? 16 : SIZE}px;background:var(--a);color:${action.foreground};font:600 16px ${FONT};cursor:pointer;transition:transform .15s,opacity .2s .7s}\
.l:hover{transform:scale(1.05)}\
.l:active{transform:scale(.96)}\
.l:focus-visible,.l[data-focus]{outline:3px solid var(--a);outline-offset:3px}\
svg{width:28px;flex:none;${ICON}}\
[aria-expanded=true]>:not(.x),[aria-expanded=false]>.x{display:none}\
.card{visibility:hidden;bottom:${bottom}px;width:380px;max-width:calc(100% - ${2 * web.horizontal}px);height:700px;max-height:calc(100% - ${bottom + GAP}px);border-radius:${borderRadius}px;opacity:0;transform:translateY(16px);transition:.4s cubic-bezier(.16,1,.3,1);transition-property:opacity,transform,visibility}\
:host([data-open]) .card{visibility:visible;opacity:1;transform:none}\
:host([data-still]) .card{transition:none}\
@media ${VERTICALLY_SMALL}{.card{bottom:${web.vertical}px;max-height:calc(100% - ${2 * web.vertical}px)}:host([data-open]) .l{opacity:0;visibility:hidden;transition:.2s .7s}}\
@media ${FULL_SCREEN}{.l{${side}:${mobile.horizontal}px;bottom:${mobile.vertical}px}.card{inset:0;width:100%;max-width:none;height:100%;max-height:none;border-radius:0}:host([data-open]) .l{opacity:0;visibility:hidden;transition:.2s .7s}}\
@media (prefers-reduced-motion){*{transition:none!important}}\
@media print{:host{display:none!important}}`;
};

/**
 * CSS for the frame until the card is drawn. It uses the card's background, so that a dark card does not
 * flash. Transparent borders become visible in forced-colors mode.
 * @param host the page, which reports the system's color scheme
 */
export const skeletonCss = (
  { action: wanted, scheme, background, primary }: LauncherConfig,
  host: Window,
): string => {
  const action = readablePair(wanted, Light.action);
  const dark =
    scheme === 'dark' || (scheme === 'auto' && host.matchMedia('(prefers-color-scheme:dark)').matches);
  const plain = dark ? Dark.surface : Light.surface;
  const card = readablePair(background, plain);
  const header = readablePair(primary ?? background, plain);
  return `*{box-sizing:border-box;margin:0}\
#s{inset:0;position:absolute;display:flex;flex-direction:column;background:${card.background};color:${card.foreground};font:16px/24px ${FONT}}\
header{display:flex;align-items:center;min-height:68px;gap:12px;padding:0 12px 0 16px;border-bottom:1px solid #8874;background:${header.background};color:${header.foreground}}\
header:before{content:"";padding:20px;border-radius:20px}\
i,header:before{outline:1px solid #0000;background:#8873}\
h1{flex:1;font:inherit;font-weight:600}\
button{padding:0;min-width:44px;height:44px;border:1px solid #0000;border-radius:10px;background:0;font:inherit;font-weight:600;color:inherit;cursor:pointer}\
svg{width:20px;${ICON}}\
main{flex:1;display:flex;flex-direction:column;justify-content:flex-end;gap:8px;padding:16px;text-align:center}\
i{height:44px;width:60%;border-radius:18px;animation:p 1s infinite alternate}\
i:last-child{align-self:flex-end}\
b{height:48px;margin:4px 12px 12px;border:1px solid #8874;border-radius:28px}\
p{margin:auto auto 0}\
p+button{margin:4px auto auto;padding:0 16px;background:${action.background};color:${action.foreground}}\
@keyframes p{to{opacity:.5}}\
@media (prefers-reduced-motion){i{animation:none}}`;
};
