import { drawIcon } from '../../launcher/icons';
import type { Launcher } from '../../launcher/launcherType';
import { FULL_SCREEN, SIZE } from '../../launcher/styles';
import { Light } from '../../model/defaultColors';
import { CLOSE_PATH } from '../../model/iconPaths';
import { focusLauncher } from '../../platform/focusLauncher';
import { adoptSheet } from '../../platform/sheets';
import type { LauncherConfig, Offset } from '../../wire/config';

/** The button that hides the label lies at the launcher's corner. Tokens have the place of a moved launcher. */
const labelCss = ({ position: side, positionOffset: { web, mobile }, launcher }: LauncherConfig) => {
  const other = side === 'left' ? 'right' : 'left';
  const at = ({ horizontal, vertical }: Offset) =>
    `${side}:var(--porch-${side},${horizontal}px);${other}:var(--porch-${other},auto);bottom:var(--porch-bottom,calc(${vertical}px + max(0px,100% - 100dvh)))`;
  return `
.l{gap:8px;font:600 16px system-ui,sans-serif}
.l svg{flex:none}
.t{white-space:nowrap;max-width:60vw;overflow:hidden;text-overflow:ellipsis}
.h{position:fixed;${at(web)};z-index:var(--z);display:flex;margin:env(safe-area-inset-bottom) calc(env(safe-area-inset-${side}) - 8px);translate:0 ${16 - SIZE}px;padding:4px;border:1px solid #0003;border-radius:50%;background:#fff;color:${Light.ink};cursor:pointer}
.h svg{width:14px}
.h:focus-visible{outline:3px solid var(--a);outline-offset:2px}
:host([data-unread]) .h,:host([data-open]) :is(.h,.t){display:none}
@media (pointer:coarse){.h:before{content:"";position:absolute;inset:-10px}}
@media ${FULL_SCREEN}{.h{${at(mobile)};margin-inline-end:calc(max(env(safe-area-inset-${side}),100% - 100vw) - 8px)}${launcher.showTextInMobile === true ? '' : '.t,.h{display:none}'}}`;
};

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
  // Its direction is that of its text, whatever the page's is.
  const label = doc.createElement('bdi');
  label.className = 't';
  label.textContent = text;
  button.append(label);
  const hide = doc.createElement('button');
  hide.className = 'h';
  hide.ariaLabel = config.launcher.words.hide ?? 'Hide label';
  drawIcon(hide, CLOSE_PATH);
  hide.addEventListener('click', (event) => {
    label.parentNode?.removeChild(label);
    hide.parentNode?.removeChild(hide);
    launcher.update({ label: '' });
    focusLauncher(launcher.button, event.detail !== 1);
    onHide();
  });
  root.insertBefore(hide, button.nextSibling);
  // Voice control needs the visible text in the button's accessible name.
  launcher.update({ label: text });
};
