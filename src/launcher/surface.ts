import { type CardFrame, createFrame } from '../platform/frames';
import { NativePromise } from '../platform/nativePromise';
import { adoptSheet } from '../platform/sheets';
import type { LauncherConfig } from '../wire/config';
import { drawSkeleton } from './skeleton';
import { surfaceCss } from './styles';

/** The root of everything visible: an open shadow root on the page that contains the home card's frame. */
export type Surface = {
  root: ShadowRoot;
  /** Shows or hides the home card. @param animate false when restoring the state of an earlier page */
  setOpen(open: boolean, animate?: boolean): void;
  isOpen(): boolean;
  setHidden(hidden: boolean): void;
  setZIndex(zIndex: number): void;
  setTitle(title: string): void;
  /**
   * Handles a click on the launcher or the skeleton's close button. The messenger replaces this handler.
   * @param detail the click's `detail`: 1 for a pointer, 0 for the keyboard
   */
  toggle: (detail: number) => void;
  retry: () => void;
  /** Returns the home card's frame. The first call creates it with the skeleton in it. */
  home(): Promise<CardFrame>;
  /** Removes the skeleton or failure view once the card is drawn. */
  drawn(): void;
  /** Shows the failure view with a retry button when the card could not be fetched. */
  failed(): void;
  /** Called after `setOpen`; the launcher sets it. */
  onChange?: () => void;
  dispose(): void;
};

/** Creates the surface. @param host the publisher's page @param warm fetches the messenger */
export const createSurface = (host: Window, config: LauncherConfig, warm: () => void): Surface => {
  const doc = host.document;
  const element = doc.createElement('div');
  element.setAttribute('data-porch', '');
  const root = element.attachShadow({ mode: 'open' });
  let title = config.launcher.words.window;
  let frame: Promise<CardFrame> | undefined;
  let skeleton: ReturnType<typeof drawSkeleton> | undefined;

  adoptSheet(root, host, surfaceCss(config));
  // Append beside the body, so that a page that replaces its body keeps the widget.
  doc.documentElement.appendChild(element);

  const surface: Surface = {
    root,
    toggle() {
      surface.setOpen(!surface.isOpen());
      warm();
    },
    retry: warm,
    isOpen: () => element.hasAttribute('data-open'),
    setOpen(open, animate = true) {
      if (open) void surface.home();
      element.toggleAttribute('data-still', !animate);
      // Force a layout of the closed state, so that a new frame animates to open. A method call, because a
      // minifier drops a bare property read.
      element.getClientRects();
      element.toggleAttribute('data-open', open);
      surface.onChange?.();
    },
    setHidden: (hidden) => void element.toggleAttribute('data-hidden', hidden),
    setZIndex: (zIndex) => element.style.setProperty('--z', `${zIndex}`),
    setTitle(next) {
      title = next;
      void frame?.then((f) => {
        f.element.title = next;
      });
    },
    home() {
      frame ??= new NativePromise((resolve) =>
        createFrame(root, title, (made) => {
          skeleton = drawSkeleton(made, config, surface);
          resolve(made);
        }),
      );
      return frame;
    },
    drawn() {
      skeleton?.remove();
      skeleton = undefined;
    },
    failed: () => skeleton?.fail(),
    dispose: () => void element.parentNode?.removeChild(element),
  };
  surface.setZIndex(config.zIndex);
  return surface;
};
