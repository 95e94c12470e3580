import { createFrame, type Realm } from '../platform/frames';
import { NativePromise } from '../platform/nativePromise';
import { createElement, documentPrototype } from '../platform/pastContent';
import { adoptSheet } from '../platform/sheets';
import type { LauncherConfig } from '../wire/config';
import { type EarlyMessage, keepEarly } from './earlyMessages';
import { drawSkeleton, type HomeFrame } from './skeleton';
import { surfaceCss } from './styles';

/** The root of everything visible: an open shadow root on the page that contains the home card's frame. */
export type Surface = {
  root: ShadowRoot;
  /**
   * Shows or hides the home card, animated unless the surface is hidden.
   * @param focused whether its text box takes the focus, except on a touch screen
   */
  setOpen(open: boolean, focused?: boolean): void;
  isOpen(): boolean;
  setHidden(hidden: boolean): void;
  setZIndex(zIndex: number): void;
  /**
   * Handles a click on the launcher or the skeleton's close button. The messenger replaces this handler.
   * @param click its `detail` is 1 for a pointer and 0 for the keyboard
   */
  toggle: (click: { detail: number }) => void;
  retry: () => void;
  /**
   * Takes a text that the visitor sends. Until the messenger replaces this handler, it keeps the text in
   * `unsent`.
   */
  send: (text: string, realm: Realm) => void;
  unsent: EarlyMessage[];
  /** Returns the home card's frame. The first call creates it with the text box and the skeleton in it. */
  home(): Promise<HomeFrame>;
  /** Removes the skeleton or failure view once the card is drawn. */
  drawn(): void;
  /**
   * Shows the failure view with a retry button when the card could not be fetched.
   * @returns the element that gets the clicks on the button; undefined without a window
   */
  failed(): HTMLElement | undefined;
  /** Removes it for good. */
  dispose(): void;
};

/**
 * Creates the surface. Its host element publishes its state, for what follows it: `data-open`, `data-hidden`,
 * `data-wait`, `data-cookies` (the page's consent before the messenger has loaded), `data-campaign` (the campaign that
 * the page asks for) and `data-porch`, which is `gone` at the end. Its root fires `call` with the arguments of each
 * call that the messenger carries out.
 * @param host the publisher's page
 * @param warm fetches the messenger
 * @param draw called after each `setOpen`, with whether it may take the focus
 */
export const createSurface = (
  host: Window,
  config: LauncherConfig,
  warm: () => void,
  draw: (focused?: boolean) => void,
): Surface => {
  const { document } = host;
  const element = createElement(document, 'div');
  element.dataset.porch = '';
  const root = element.attachShadow({ mode: 'open' });
  let frame: Promise<HomeFrame> | undefined;
  let skeleton: ReturnType<typeof drawSkeleton> | undefined;

  adoptSheet(root, host, surfaceCss(config));

  /** Last on the page, beside the body, so that a page that replaces its body keeps the widget. */
  // Read past the page's content, as `ofDocument` does; calling that costs bytes here.
  const place = () => Reflect.get(documentPrototype, 'documentElement', document).append(element);
  place();
  // A body that comes later would be behind it in the tab order. A frame that is moved loads again.
  if (!document.body)
    host.addEventListener('DOMContentLoaded', () => frame || (element.isConnected && place()));

  const surface: Surface = {
    root,
    toggle() {
      surface.setOpen(!surface.isOpen(), true);
      warm();
    },
    retry: warm,
    unsent: [],
    send: (text, realm) =>
      surface.unsent.push(keepEarly(realm, config, text, !/no|fa/.test(element.dataset.cookies as string))),
    isOpen: () => element.hasAttribute('data-open'),
    setOpen(open, focused) {
      if (open)
        void surface.home().then(({ textBox, window }) => {
          // On a touch screen, focus would bring up the keyboard. The page may have its own `matchMedia`.
          if (focused && surface.isOpen() && !window.matchMedia('(pointer:coarse)').matches)
            // WebKit would scroll the page to a window that is still below it.
            textBox.box.focus({ preventScroll: open });
        });
      // Force a layout of the closed state, so that a new frame animates to open. A method call, because a
      // minifier drops a bare property read.
      element.getClientRects();
      element.toggleAttribute('data-open', open);
      draw(focused);
    },
    setHidden(hidden) {
      element.toggleAttribute('data-hidden', hidden);
    },
    setZIndex(zIndex) {
      element.style.setProperty('--z', zIndex as never);
    },
    home() {
      frame ??= new NativePromise((resolve) => {
        // The page may have been rewritten.
        if (!element.isConnected) place();
        createFrame(root, config.launcher.words.window, (made) => {
          skeleton = drawSkeleton(made, config, surface);
          resolve(skeleton.home);
        });
      });
      return frame;
    },
    drawn: () => skeleton?.remove(),
    failed: () => skeleton?.fail(),
    dispose() {
      element.remove();
      element.dataset.porch = 'gone';
    },
  };
  surface.setZIndex(config.zIndex);
  return surface;
};
