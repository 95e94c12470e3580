import { Light } from '../../model/defaultColors';
import { adoptSheet } from '../../platform/sheets';

const CSS = `
.b{position:absolute;top:-4px;inset-inline-end:-4px;min-width:12px;padding:0 5px;border-radius:12px;border:2px solid #fff;background:var(--n,${Light.badge});color:var(--m,#fff);font-size:12px;line-height:18px}
.b:empty,[aria-expanded=true] .b{display:none}`;

/**
 * Draws a badge at the launcher's corner. It is visual only: the button's accessible name includes the count. The
 * surface has `data-unread` while it is shown, so that styles can make room for it.
 * @returns sets the badge's text; an empty text hides the badge
 */
export const drawBadge = (root: ShadowRoot, button: HTMLElement): ((text: string) => void) => {
  const doc = button.ownerDocument;
  adoptSheet(root, doc.defaultView as Window, CSS);
  const badge = doc.createElement('span');
  badge.className = 'b';
  button.append(badge);
  return (text) => {
    badge.textContent = text;
    root.host.toggleAttribute('data-unread', text !== '');
  };
};
