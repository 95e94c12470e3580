import { effect } from '@preact/signals-react';
import type { WidgetSurface } from '../../conversation/showWidget';
import { drawIcon } from '../../launcher/icons';
import { CLOSE_PATH } from '../../model/iconPaths';
import { isOthersKey } from '../../platform/cycleFocus';
import { adoptSheet } from '../../platform/sheets';
import { makeZoomable } from './zoom';

// Opaque, so that nothing shows through. The colors are the same in every scheme: pictures are shown on black.
const CSS = `
.v{position:fixed;inset:0;box-sizing:border-box;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;overflow:hidden;background:#0d100f;color:#fff;font:16px/24px system-ui,sans-serif}
.v::backdrop{background:#0d100f}
.v figure{position:absolute;inset:0;box-sizing:border-box;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);place-items:center;margin:0;padding:64px 16px 16px;overflow:hidden;touch-action:none}
.v img{max-width:100%;max-height:100%;min-height:0;object-fit:contain;border-radius:6px;cursor:zoom-in;user-select:none}
.v[data-large] img{cursor:zoom-out}
.v div{position:absolute;top:max(10px,env(safe-area-inset-top));inset-inline-end:12px;display:flex;gap:8px;z-index:1}
.v :is(a,button){box-sizing:border-box;display:grid;place-items:center;width:44px;height:44px;margin:0;padding:0;border:0;border-radius:10px;background:#0d100f;color:#fff;cursor:pointer}
.v :is(a,button):hover{background:#2b302e}
.v :is(a,button):focus-visible{outline:2px solid #fff;outline-offset:-2px}
.v svg{width:20px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
@media (forced-colors:active){.v :is(a,button){border:1px solid}}`;

const ENLARGE_PATH = 'M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l3.5 3.5M9 6.75v4.5M6.75 9h4.5';
const REDUCE_PATH = 'M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l3.5 3.5M6.75 9h4.5';
const DOWNLOAD_PATH = 'M10 3.5v9M6.2 8.9 10 12.7l3.8-3.8M4 16.5h12';

const ZOOM_MS = 180;
/** How much one press of a key changes the scale. */
const STEP = 1.5;

type Enlarged = { src: string; alt: string };

/** Where an element of a frame is in the window of the page that has the frame. */
const boxOf = (element: Element, page: Document): DOMRect => {
  const box = element.getBoundingClientRect();
  const { ownerDocument: doc } = element;
  const frame = doc === page ? undefined : doc.defaultView?.frameElement?.getBoundingClientRect();
  return new DOMRect(box.x + (frame?.x ?? 0), box.y + (frame?.y ?? 0), box.width, box.height);
};

/** Grows the picture out of its message. */
const grow = (image: HTMLElement, from: DOMRect, host: Window) => {
  const to = image.getBoundingClientRect();
  if (!to.width || host.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  const scale = Math.max(from.width / to.width, from.height / to.height);
  image.animate?.(
    { transform: [`translate(${x}px,${y}px) scale(${scale})`, 'none'] },
    { duration: ZOOM_MS, easing: 'cubic-bezier(.2,.8,.2,1)' },
  );
};

/**
 * Shows one picture in the whole window. It is plain DOM, because a surface has it on the publisher's page.
 * The browser's modal dialog makes everything else inert. It ends with the press that closes it: browsers send
 * `close` a frame later, and would then also end the dialog that another press has opened in between. It closes
 * together with the window.
 * @param surface.root the surface's shadow root, or a document
 * @param isShown whether the window is open and not hidden; reads signals
 * @param t the words by their key
 * @param from the button that shows the picture in its message; it gets the focus back afterwards
 * @param onClose called when the visitor has closed it
 * @returns closes it
 */
export const openLightbox = (
  {
    surface: { root, button },
    host,
    isShown,
  }: {
    surface: { root: Document | ShadowRoot } & Pick<WidgetSurface, 'button'>;
    host: Window;
    isShown: () => boolean;
  },
  { src, alt }: Enlarged,
  t: (key: string) => string,
  from: HTMLElement,
  onClose: () => void,
): (() => void) => {
  const page = host.document;
  const sheet = adoptSheet(root, host, CSS);
  const dialog = page.createElement('dialog');
  dialog.className = 'v';
  dialog.ariaLabel = alt || t('image.open');
  dialog.dir = from.ownerDocument.documentElement.dir;
  let stop = () => {};
  const close = () => {
    stop();
    dialog.close();
    dialog.remove();
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
  };
  const leave = () => {
    close();
    from.ownerDocument.defaultView?.focus();
    from.focus({ preventScroll: true });
    onClose();
  };
  const tool = <Tag extends 'a' | 'button'>(tag: Tag, name: string, path: string) => {
    const element = page.createElement(tag);
    element.ariaLabel = name;
    drawIcon(element, path);
    return element;
  };
  const stage = page.createElement('figure');
  const image = page.createElement('img');
  Object.assign(image, { alt, draggable: false, referrerPolicy: 'no-referrer', src });
  stage.append(image);

  const closing = tool('button', t('image.close'), CLOSE_PATH);
  const zooming = tool('button', t('image.larger'), ENLARGE_PATH);
  const download = tool('a', t('image.download'), DOWNLOAD_PATH);
  // A file of another origin is opened in a new tab, where browsers do not download it.
  Object.assign(download, { href: src, download: '', target: '_blank', rel: 'noopener noreferrer' });
  const tools = page.createElement('div');
  tools.append(download, zooming, closing);
  dialog.append(tools, stage);

  const zoomable = makeZoomable(stage, image, {
    press: leave,
    change(scale) {
      const large = scale > 1;
      dialog.toggleAttribute('data-large', large);
      zooming.ariaLabel = t(large ? 'image.smaller' : 'image.larger');
      zooming.firstElementChild?.firstElementChild?.setAttribute('d', large ? REDUCE_PATH : ENLARGE_PATH);
    },
  });
  closing.onclick = leave;
  zooming.onclick = () => zoomable.toggle();
  dialog.oncancel = (event) => {
    event.preventDefault();
    leave();
  };
  dialog.onkeydown = (event) => {
    // The picture handles keys: Escape must not close the widget, and Tab must not leave.
    event.stopPropagation();
    if (isOthersKey(event)) return;
    const { key } = event;
    if (key === '+' || key === '=') zoomable.step(STEP);
    else if (key === '-') zoomable.step(1 / STEP);
    else if (key === 'Escape') leave();
    else if (key === 'Tab') {
      const stops: HTMLElement[] = [download, zooming, closing];
      const at = stops.indexOf((root.activeElement ?? closing) as HTMLElement);
      stops[(at + (event.shiftKey ? stops.length - 1 : 1)) % stops.length]?.focus();
    } else return;
    event.preventDefault();
  };
  (root === page ? page.body : root).append(dialog);
  const before = boxOf(from, page);
  dialog.showModal();
  closing.focus();
  if (image.complete) grow(image, before, host);
  else image.onload = () => grow(image, before, host);
  stop = effect(() => {
    if (isShown()) return;
    close();
    onClose();
    // Until now, the picture has kept the focus from the launcher.
    button?.focus();
  });
  return close;
};
