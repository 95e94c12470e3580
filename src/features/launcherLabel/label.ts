import { CLOSE_PATH, drawIcon } from '../../launcher/icons';
import type { Launcher } from '../../launcher/launcherType';
import { FULL_SCREEN, SIZE } from '../../launcher/styles';
import { Light } from '../../model/defaultColors';
import { adoptSheet } from '../../platform/sheets';
import type { LauncherConfig } from '../../wire/config';

const labelCss = ({ position: side, positionOffset: { web, mobile }, launcher }: LauncherConfig) => `
.t{white-space:nowrap;max-width:60vw;overflow:hidden;text-overflow:ellipsis}
.h{position:fixed;${side}:${web.horizontal - 8}px;bottom:${web.vertical + SIZE - 16}px;z-index:var(--z);display:grid;place-items:center;width:24px;height:24px;padding:0;border:1px solid #0003;border-radius:50%;background:#fff;color:${Light.ink};cursor:pointer}
.h svg{width:14px}
.h:focus-visible{outline:3px solid var(--a);outline-offset:2px}
.l:has(.b:not(:empty))+.h,:host([data-open]) .h{display:none}
@media (pointer:coarse){.h:before{content:"";position:absolute;inset:-10px}}
@media ${FULL_SCREEN}{.h{${side}:${mobile.horizontal - 8}px;bottom:${mobile.vertical + SIZE - 16}px}${launcher.showTextInMobile === true ? '' : '.t,.h{display:none}'}}
@media (forced-colors:active){.h{border:1px solid}}
@media print{.h{display:none}}`;

/**
 * Draws the launcher's label with a button that hides it.
 * @param onHide called after the visitor has hidden the label and it is removed
 */
export const drawLabel = (
  launcher: Launcher,
  host: Window,
  config: LauncherConfig,
  text: string,
  onHide: () => void,
): void => {
  const { root, button } = launcher;
  const doc = host.document;
  adoptSheet(root, host, labelCss(config));
  const label = doc.createElement('span');
  label.className = 't';
  label.textContent = text;
  button.append(label);
  const hide = doc.createElement('button');
  hide.className = 'h';
  hide.setAttribute('aria-label', config.launcher.words.hide ?? 'Hide label');
  hide.append(drawIcon(doc, CLOSE_PATH, ''));
  hide.addEventListener('click', (event) => {
    label.parentNode?.removeChild(label);
    hide.parentNode?.removeChild(hide);
    launcher.update({ label: '' });
    launcher.focus(event.detail !== 1);
    onHide();
  });
  root.insertBefore(hide, button.nextSibling);
  // Voice control needs the visible text in the button's accessible name.
  launcher.update({ label: text });
};
