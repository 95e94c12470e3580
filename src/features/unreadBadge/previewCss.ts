import { darkCss } from '../../launcher/darkCss';
import { FULL_SCREEN, SIZE } from '../../launcher/styles';
import { Dark, Light } from '../../model/defaultColors';
import type { LauncherConfig, Offset } from '../../wire/config';

/** The space between launcher and card. */
const GAP = 12;

const LIGHT = `--s:${Light.elevated};--i:${Light.ink};--q:${Light.quiet};--f:${Light.business}`;
const DARK = `--s:${Dark.elevated};--i:${Dark.ink};--q:${Dark.quiet};--f:${Dark.business}`;

/**
 * The style of the preview card. A moved launcher's place is in tokens. The card is hidden while a campaign's
 * message (`.m`, before it) has its place. Only the card itself takes presses from the page. Name and text
 * align with the picture in both directions. The card itself has the page's, for its margin on a page that is wider
 * than the phone (`launcher/styles.ts`).
 */
export const previewCss = (
  root: ShadowRoot,
  {
    position: side,
    positionOffset: { web, mobile },
    scheme,
  }: Pick<LauncherConfig, 'position' | 'positionOffset' | 'scheme'>,
): string => {
  const other = side === 'left' ? 'right' : 'left';
  const at = ({ horizontal, vertical }: Offset) =>
    `${side}:var(--porch-${side},${horizontal}px);${other}:var(--porch-${other},auto);bottom:calc(var(--porch-bottom,calc(${vertical}px + max(0px,100% - 100dvh))) + ${SIZE + GAP}px)`;
  return `.p{${LIGHT};position:fixed;${at(web)};margin:env(safe-area-inset-bottom) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);z-index:var(--z);box-sizing:border-box;width:280px;max-width:calc(100vw - 32px);border-radius:16px;outline:1px solid #0000;background:var(--s);color:var(--i);box-shadow:0 1px 3px #0002,0 8px 32px #0003;font:14px/20px system-ui,sans-serif;animation:p .2s ease-out}
${darkCss(root, scheme, `.p{${DARK}}`)}
.m~.p,.p:empty,:host([data-open]) .p{display:none}
.p button{border:0;padding:0;background:0;color:inherit;font:inherit;cursor:pointer}
.p button:first-child{display:flex;gap:10px;width:100%;padding:12px;padding-inline-end:44px;border-radius:16px;text-align:start}
.p button+button{position:absolute;top:6px;inset-inline-end:6px;display:grid;place-items:center;width:32px;height:32px;border-radius:10px;color:var(--q)}
.p button:hover+button,.p button+button:hover{color:var(--i)}
.p button:focus-visible{outline:3px solid var(--a);outline-offset:2px}
.p button+button:focus-visible{outline-offset:-3px}
.p svg{width:16px}
.p i{flex:none;display:grid;place-items:center;width:36px;height:36px;border-radius:50%;outline:1px solid #0000;overflow:hidden;background:var(--f);font:600 14px/1 system-ui,sans-serif}
.p img{width:100%;height:100%;object-fit:cover}
.p div{flex:1;min-width:0;text-align:left}
.p [dir=rtl] div{text-align:right}
.p b{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-weight:600}
.p small{display:block;color:var(--q);font-size:12px;line-height:16px}
.p p{margin:0;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;overflow-wrap:anywhere}
@keyframes p{0%{opacity:0;translate:0 8px}}
@media (pointer:coarse){.p button:first-child{padding-inline-end:52px}.p button+button{top:2px;inset-inline-end:2px;width:44px;height:44px}}
@media ${FULL_SCREEN}{.p{${at(mobile)};margin-inline-end:max(env(safe-area-inset-${side}),100% - 100vw)}}
@media (prefers-reduced-motion){.p{animation:none}}`;
};
