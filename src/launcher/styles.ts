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
 * CSS for the page: the launcher, the card's frame and their three layouts. The host element has no box; `all:initial`
 * stops the page's inherited styles. `setZIndex` sets `--z`; `data-wait` hides all of it for three seconds. `--a` is
 * the action color; paint.ts may override it and the text color on it. On a page that is wider than the phone, 100% is
 * the page's width and 100vw the screen's, which shows the side where the page's lines begin: a margin on the other
 * side makes up the difference. It has no effect without the launcher. The launcher has no direction of its own for it.
 * The declarations are in the order that compresses best. The transition of `visibility` skips its first moment, in
 * which the card is still hidden: Firefox moves no focus into a hidden frame. The card's opacity begins above 0, so
 * that the first frame after a click already shows it.
 */
export const surfaceCss = (config: LauncherConfig): string => {
  const { position: side, borderRadius, launcher } = config;
  const { web, mobile } = config.positionOffset;
  const action = readablePair(config.action, Light.action);
  const bottom = web.vertical + (launcher.shape === 'none' ? 0 : SIZE + GAP);
  return `:host{all:initial!important;display:contents!important;--a:${action.background}}\
:host([data-hidden]){display:none!important}\
.l,.card{position:fixed;${side}:${web.horizontal}px;bottom:${web.vertical}px;z-index:var(--z);margin:env(safe-area-inset-bottom) env(safe-area-inset-${side});border:0;outline:1px solid #0000;box-shadow:0 1px 3px #0002,0 8px 32px #0003}\
.l{display:flex;align-items:center;height:${SIZE}px;padding:0 14px;border-radius:${launcher.shape === 'square' ? 16 : SIZE}px;background:var(--a);color:${action.foreground};cursor:pointer;transition:scale .15s,opacity .2s .15s}\
.l:hover{scale:1.05}\
.l:focus-visible{outline:3px solid var(--a);outline-offset:3px}\
svg{width:28px;${ICON}}\
.card{translate:0 16px;border-radius:${borderRadius}px;width:380px;max-width:calc(100% - ${2 * web.horizontal}px);height:700px;max-height:calc(100% - ${bottom + GAP}px);opacity:.1;bottom:${bottom}px;visibility:hidden;transition:.4s;transition-property:opacity,translate,visibility}\
:host([data-open]) .card{translate:0;visibility:visible;opacity:1;transition-property:opacity,translate}\
:host([data-wait]) *{animation:w 3s}\
@keyframes w{0%,to{opacity:0}}\
@media ${VERTICALLY_SMALL}{.card{max-height:calc(100% - ${2 * web.vertical}px);bottom:${web.vertical}px}:host([data-open]) .l{opacity:0;visibility:hidden;transition:.2s .15s}}\
@media ${FULL_SCREEN}{.l{${side}:${mobile.horizontal}px;bottom:calc(100% - 100dvh + ${mobile.vertical}px);margin-inline-end:max(env(safe-area-inset-${side}),100% - 100vw)}.card{inset:0;opacity:1;margin:0;transition-duration:.28s;max-width:100vw;width:100%;max-height:100dvh;height:100%;translate:0 100%;border-radius:0}:host([data-open]) .l{opacity:0;visibility:hidden;transition:.2s .15s}}\
@media (prefers-reduced-motion){*{transition:none!important}}\
@media print{*{display:none!important}}`;
};

/**
 * CSS for the home card's frame until the card is drawn. Header, text box and messages have the card's place
 * and look, so that nothing moves or flashes.
 * @param host the page, which reports the system's color scheme
 */
export const frameCss = (config: LauncherConfig, host: Window): string => {
  // The list of conversations has a button before the title.
  const { scheme, background, canUserSeeConversationList: list } = config;
  const dark = scheme === 'auto' ? host.matchMedia('(prefers-color-scheme:dark)').matches : scheme === 'dark';
  const plain = dark ? Dark.surface : Light.surface;
  const card = readablePair(background, plain);
  const action = readablePair(config.action, dark ? Dark.action : Light.action);
  const header = readablePair(config.primary ?? background, plain);
  const message = readablePair(config.message, dark ? Dark.message : Light.message);
  return `*{font:inherit;box-sizing:border-box;margin:0}\
body>div{font:16px/24px ${FONT};display:flex;flex-direction:column;background:${card.background};color:${card.foreground};position:absolute;inset:0}\
header{display:flex;align-items:center;height:68px;padding-inline:${list ? 52 : 16}px 10px;border-bottom:1px solid #8874;background:${header.background};color:${header.foreground};gap:12px}\
header:before{content:"";border-radius:24px;background:#8873;padding:20px}\
header *{flex:1;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}\
h1{font-weight:600}\
p{line-height:18px;font-size:13px}\
button{width:36px;height:36px;border:0;border-radius:24px;background:0;padding:0;flex:none;color:inherit}\
svg{width:20px;${ICON}}\
main{overflow:auto;flex:1;display:flex;flex-direction:column;gap:2px;padding:16px 16px 42px}\
b{max-width:85%;border-radius:18px;padding:10px 14px;align-self:end;background:${message.background};color:${message.foreground};white-space:pre-wrap;overflow-wrap:anywhere}\
[role]{margin:auto;text-align:center}\
form{display:flex;align-items:end;margin:4px 12px 12px;border:1px solid #888179;gap:2px;padding:5px;border-radius:24px}\
textarea{max-height:min(144px,30vh);flex:1;field-sizing:content;padding:6px;padding-inline:12px 2px;resize:none;background:0;unicode-bidi:plaintext;border:0;outline:0;color:inherit}\
form button,main button{background:${action.background};color:${action.foreground}}\
main button{padding:0 20px;width:auto;margin:8px auto;display:block}\
:placeholder-shown{unicode-bidi:normal}\
:placeholder-shown~button{opacity:.35}\
@media (pointer:coarse){button{width:44px;height:44px}textarea{padding-block:10px}header{padding-inline-start:${list ? 60 : 16}px}}`;
};
