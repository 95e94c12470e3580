import { drawIcon } from '../../launcher/icons';
import type { faceOf } from '../../model/faces';
import { CLOSE_PATH } from '../../model/iconPaths';
import type { Clock } from '../../platform/clock';
import { adoptSheet } from '../../platform/sheets';
import { createTimer } from '../../platform/timer';
import type { LauncherConfig } from '../../wire/config';
import { previewCss } from './previewCss';

/** Screen readers announce additions to an existing live region. */
const TELL_MS = 100;

/** What the card shows. */
export type Preview = {
  /** The person who wrote. */
  name: string;
  face: ReturnType<typeof faceOf>;
  text: string;
  /** How many messages are unread, in words; empty when this is the only one. */
  count: string;
  /** The names of the card and of its button. */
  label: string;
  dismiss: string;
  rtl: boolean;
};

/** A round picture, or letters if it is missing or does not load. Decorative. */
const drawFace = (button: Element, host: Window, { url, letters, color }: Preview['face']): HTMLElement => {
  const doc = host.document;
  const face = doc.createElement('i');
  face.setAttribute('aria-hidden', 'true');
  face.textContent = letters;
  face.style.background = color ?? 'var(--a)';
  // The launcher has what is readable on the action color.
  face.style.color = color ? '#fff' : host.getComputedStyle(button).color;
  if (!url) return face;
  const image = doc.createElement('img');
  image.alt = '';
  image.referrerPolicy = 'no-referrer';
  image.onload = () => face.replaceChildren(image);
  image.src = url;
  return face;
};

/**
 * The card above the closed launcher, in plain DOM beside it.
 * @param on.press called when the visitor presses the message
 * @param on.dismiss called when the visitor dismisses it, by its button or by Escape
 */
export const createPreviewCard = (
  { root, button }: { root: ShadowRoot; button: HTMLElement },
  host: Window,
  config: Pick<LauncherConfig, 'position' | 'positionOffset' | 'scheme'>,
  clock: Pick<Clock, 'after'>,
  on: { press(): void; dismiss(): void },
) => {
  const doc = host.document;
  let card: HTMLElement | undefined;
  const drawing = createTimer(clock);
  const add = <Tag extends 'b' | 'small' | 'p'>(tag: Tag, parent: Element, text: string) => {
    const element = doc.createElement(tag);
    element.textContent = text;
    parent.append(element);
    return element;
  };
  const draw = (preview: Preview): HTMLElement[] => {
    const message = doc.createElement('button');
    message.type = 'button';
    const words = doc.createElement('div');
    add('b', words, preview.name).dir = 'auto';
    add('p', words, preview.text).dir = 'auto';
    if (preview.count) add('small', words, preview.count);
    message.append(drawFace(button, host, preview.face), words);
    message.onclick = on.press;
    const close = doc.createElement('button');
    close.type = 'button';
    close.ariaLabel = preview.dismiss;
    drawIcon(close, CLOSE_PATH);
    close.onclick = on.dismiss;
    message.dir = close.dir = preview.rtl ? 'rtl' : 'ltr';
    return [message, close];
  };
  const begin = () => {
    adoptSheet(root, host, previewCss(root, config));
    return doc.createElement('section');
  };
  let made: HTMLElement | undefined;
  return {
    show(preview: Preview) {
      drawing.stop();
      made ??= begin();
      const shown = made;
      Object.assign(shown, { className: 'p', ariaLive: 'polite' });
      shown.ariaLabel = preview.label;
      shown.onkeydown = ({ key }) => key === 'Escape' && on.dismiss();
      // After the launcher. A campaign's message is before it, and CSS gives that one the place.
      if (!card) button.after(shown);
      card = shown;
      const focused = [...shown.children].indexOf(root.activeElement as Element);
      drawing.set(TELL_MS, () => {
        shown.replaceChildren(...draw(preview));
        (shown.children[focused] as HTMLElement | undefined)?.focus();
      });
    },
    hide() {
      drawing.stop();
      // The focus would be lost with the button that had it.
      if (card?.contains(root.activeElement)) button.focus({ preventScroll: true });
      card?.remove();
      card?.replaceChildren();
      card = undefined;
    },
  };
};
