import { darkCss } from '../../launcher/darkCss';
import { drawIcon } from '../../launcher/icons';
import type { Launcher } from '../../launcher/launcherType';
import { FULL_SCREEN, SIZE } from '../../launcher/styles';
import { Dark, Light } from '../../model/defaultColors';
import { CLOSE_PATH } from '../../model/iconPaths';
import type { Clock } from '../../platform/clock';
import { adoptSheet } from '../../platform/sheets';
import { createTimer } from '../../platform/timer';
import type { LauncherConfig, Offset } from '../../wire/config';
import type { Campaign } from './decode';

/** The space between launcher and message. */
const GAP = 12;
/** A screen reader announces additions to an existing region. */
const TELL_MS = 100;

/** Tokens have the place of a moved launcher. On a phone the message is two lines high and leaves the page free. */
const areaCss = (
  root: ShadowRoot,
  { position: side, positionOffset: { web, mobile }, scheme }: LauncherConfig,
) => {
  const other = side === 'left' ? 'right' : 'left';
  const at = ({ horizontal, vertical }: Offset) =>
    `${side}:var(--porch-${side},${horizontal}px);${other}:var(--porch-${other},auto);bottom:calc(var(--porch-bottom,calc(${vertical}px + max(0px,100% - 100dvh))) + ${SIZE + GAP}px)`;
  return `.m{--s:${Light.elevated};--i:${Light.ink};--q:${Light.quiet};position:fixed;${at(web)};margin:env(safe-area-inset-bottom) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);z-index:var(--z);box-sizing:border-box;width:max-content;max-width:min(320px,calc(100vw - 32px));border-radius:16px;outline:1px solid #0000;background:var(--s);color:var(--i);box-shadow:0 1px 3px #0002,0 8px 32px #0003;font:14px/20px system-ui,sans-serif;animation:m .28s}\
${darkCss(root, scheme, `.m{--s:${Dark.elevated};--i:${Dark.ink};--q:${Dark.quiet}}`)}\
.m:empty,:host([data-open]) .m{visibility:hidden;animation:none}\
.m button{border:0;padding:0;background:0;color:inherit;font:inherit;cursor:pointer}\
.m button:first-child{display:block;width:100%;padding:12px 16px;padding-inline-end:48px;border-radius:16px;text-align:start}\
.m button+button{position:absolute;top:6px;inset-inline-end:6px;display:grid;place-items:center;width:32px;height:32px;border-radius:10px;color:var(--q)}\
.m button:hover+button,.m button+button:hover{color:var(--i)}\
.m button:focus-visible{outline:3px solid var(--a);outline-offset:2px}\
.m svg{width:16px}\
.m b{display:block;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}\
.m p{margin:0;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:8;overflow:hidden;overflow-wrap:anywhere;white-space:pre-line}\
@keyframes m{0%{opacity:0;translate:0 8px}}\
@media (pointer:coarse){.m button+button{top:2px;inset-inline-end:2px;width:44px;height:44px}}\
@media ${FULL_SCREEN}{.m{${at(mobile)};margin-inline-end:max(env(safe-area-inset-${side}),100% - 100vw)}.m p{-webkit-line-clamp:2}}\
@media (prefers-reduced-motion){.m{animation:none}}`;
};

type On = { press(detail: number): void; dismiss(): void };

/** The place above the launcher for one message. */
export const createArea = (
  { root, button }: Pick<Launcher, 'root' | 'button'>,
  host: Window,
  config: LauncherConfig,
  clock: Clock,
  on: On,
) => {
  const doc = host.document;
  // The launcher has them.
  const { words } = config.launcher;
  let area: HTMLElement | undefined;
  let dressed = false;
  const drawing = createTimer(clock);
  const draw = ({ text, name }: Campaign): HTMLElement[] => {
    const message = doc.createElement('button');
    if (name) message.append(Object.assign(doc.createElement('b'), { dir: 'auto', textContent: name }));
    message.append(Object.assign(doc.createElement('p'), { dir: 'auto', textContent: text }));
    message.onclick = (event) => on.press(event.detail);
    const close = doc.createElement('button');
    close.setAttribute('aria-label', words.dismiss ?? 'Dismiss message');
    drawIcon(close, CLOSE_PATH);
    close.onclick = on.dismiss;
    return [message, close];
  };
  const hide = () => {
    drawing.stop();
    // Otherwise focus is lost when its element is removed.
    if (area?.contains(root.activeElement)) button.focus();
    area?.remove();
    area = undefined;
  };
  return {
    hide,
    show(campaign: Campaign) {
      hide();
      if (!dressed) adoptSheet(root, host, areaCss(root, config));
      dressed = true;
      area = doc.createElement('section');
      area.className = 'm';
      area.setAttribute('aria-label', words.campaign ?? 'Message from us');
      area.setAttribute('aria-live', 'polite');
      area.onkeydown = ({ key }) => key === 'Escape' && on.dismiss();
      // It is drawn above the launcher, so the Tab key reaches it first.
      root.insertBefore(area, button);
      const shown = area;
      drawing.set(TELL_MS, () => shown.append(...draw(campaign)));
    },
  };
};
