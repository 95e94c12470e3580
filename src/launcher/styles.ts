import { readablePair } from '../model/contrast';
import type { LauncherConfig } from '../wire/config';

/** SPEC.md section 9: the green that stands where the publisher gave no colour. */
export const ACTION = '#0a7d4f';

/** SPEC.md section 2: full-screen applies on small portrait or landscape screens; thresholds of section 9. */
export const FULL_SCREEN =
  '(max-width:540px) and (max-height:926px),(max-width:926px) and (max-height:540px)';
/** SPEC.md section 9. */
export const VERTICALLY_SMALL = '(max-height:670px)';

/** The page's side: launcher, frame and their three layouts. */
export const surfaceCss = ({
  color,
  position,
  positionOffset: { web, mobile },
  borderRadius,
  launcher,
}: LauncherConfig): string => {
  const action = readablePair(color.action, ACTION);
  const side = position;
  const radius = launcher.shape === 'square' ? '16px' : '28px';
  const above = launcher.shape === 'none' ? 0 : 72;
  return `:host{all:initial!important;position:fixed!important;${side}:${web.horizontal}px!important;bottom:${web.vertical}px!important;font:600 15px/24px system-ui,sans-serif!important;color-scheme:light!important}
:host([data-hidden]){display:none!important}
.l{display:flex;align-items:center;gap:8px;box-sizing:border-box;height:56px;min-width:56px;max-width:calc(100vw - 32px);padding:0 14px;border:0;border-radius:${radius};background:${action.background};color:${action.foreground};font:inherit;cursor:pointer;box-shadow:0 1px 3px #0003,0 8px 24px #0003;transition:transform .15s,filter .15s;position:relative;-webkit-tap-highlight-color:transparent}
.l:hover{filter:brightness(1.08)}.l:active{transform:scale(.96)}
.l:focus{outline:0}.l:focus-visible,.l[data-focus]{outline:3px solid ${action.background};outline-offset:3px;box-shadow:0 0 0 3px #fff}
.l svg{width:28px;height:28px;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.t{padding-inline-end:4px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.x,:host([data-open]) .c{display:none}:host([data-open]) .x{display:block}:host([data-open]) .t{display:none}
.b{position:absolute;top:-4px;inset-inline-end:-4px;min-width:22px;box-sizing:border-box;padding:0 6px;border-radius:11px;border:2px solid #fff;background:#c62828;color:#fff;font:600 12px/18px system-ui,sans-serif;text-align:center;font-variant-numeric:tabular-nums}
.b:empty,:host([data-open]) .b{display:none}
.card{position:fixed;display:none;${side}:${web.horizontal}px;bottom:${web.vertical + above}px;width:380px;max-width:calc(100vw - ${2 * web.horizontal}px);height:700px;max-height:calc(100vh - ${web.vertical + above + 16}px);border:0;border-radius:${borderRadius}px;background:#fffdfa;box-shadow:0 1px 4px #0002,0 12px 48px #0003;opacity:0;transform:translateY(16px) scale(.98);transform-origin:bottom ${side};transition:opacity .4s cubic-bezier(.16,1,.3,1),transform .4s cubic-bezier(.16,1,.3,1);pointer-events:none;color-scheme:light}
:host([data-shown]) .card{display:block}:host([data-open]) .card{opacity:1;transform:none;pointer-events:auto}
:host([data-still]) .card{transition:none}
@media ${VERTICALLY_SMALL}{.card{bottom:${web.vertical}px;max-height:calc(100vh - ${2 * web.vertical}px)}:host([data-open]) .l{display:none}}
@media ${FULL_SCREEN}{:host{${side}:${mobile.horizontal}px!important;bottom:${mobile.vertical}px!important}.card{inset:auto 0 0;width:100%;max-width:none;height:100%;max-height:100dvh;border-radius:0;transform:translateY(24px)}:host([data-open]) .l{display:none}${launcher.showTextInMobile ? '' : '.t{display:none}'}}
@media (prefers-reduced-motion:reduce){.card,.l{transition:none}}
@media (forced-colors:active){.l,.card{border:1px solid}}
@media print{:host{display:none!important}}`.replace(/\n/g, '');
};

/** The frame's side, until the card itself is drawn. */
export const skeletonCss = (config: LauncherConfig): string => {
  const action = readablePair(config.color.action, ACTION);
  return `*{box-sizing:border-box;margin:0}html,body{height:100%}body{background:#fffdfa;color:#161a18;font:16px/24px system-ui,sans-serif;overflow:hidden}
#s{position:absolute;inset:0;display:flex;flex-direction:column}
header{display:flex;align-items:center;gap:12px;padding:12px 16px;min-height:64px;border-bottom:1px solid #e9e5dd}
h1{flex:1;font-size:16px;line-height:24px;font-weight:600}
button{font:inherit;color:inherit;border:0;border-radius:10px;background:none;min-width:44px;min-height:44px;padding:0;cursor:pointer}
button:focus-visible{outline:2px solid ${action.background};outline-offset:2px}
svg{display:block;margin:auto;width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round}
main{flex:1;display:flex;flex-direction:column;justify-content:flex-end;gap:8px;padding:16px}
i{display:block;height:44px;border-radius:18px;background:#f1eee7;animation:p 1.4s ease-in-out infinite alternate}
i:nth-child(1){width:62%}i:nth-child(2){width:44%}i:nth-child(3){width:52%;align-self:flex-end}
b{margin:12px 16px 16px;height:48px;border-radius:24px;border:1px solid #e0dbd1}
p{margin:auto auto 12px;text-align:center;max-width:32ch}
main>button{margin:0 auto auto;padding:0 20px;font-weight:600;background:${action.background};color:${action.foreground}}
@keyframes p{to{opacity:.5}}@media (prefers-reduced-motion:reduce){i{animation:none}}`.replace(/\n/g, '');
};
