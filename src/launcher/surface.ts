import { type CardFrame, createFrame } from '../platform/frames';
import { adoptSheet } from '../platform/sheets';
import type { LauncherConfig } from '../wire/config';
import { drawSkeleton } from './skeleton';
import { surfaceCss } from './styles';

/** Where everything visible of Porch hangs: an open shadow root on the page, and in it the home card's frame. */
export type Surface = {
  root: ShadowRoot;
  /** Shows or hides the home card. @param animate false where the state of an earlier page is taken up again */
  setOpen(open: boolean, animate?: boolean): void;
  isOpen(): boolean;
  setHidden(hidden: boolean): void;
  setZIndex(zIndex: number): void;
  setTitle(title: string): void;
  /**
   * Called when the launcher, or a button in the skeleton or the failure view is used, until the messenger takes them over.
   * @param detail the click's `detail`: 1 for a pointer, 0 for the keyboard
   */
  toggle: (detail: number) => void;
  retry: () => void;
  /** The home card's frame, made at first use with its skeleton in it. */
  home(): Promise<CardFrame>;
  /** Takes the skeleton or the failure away: the card is drawn. */
  drawn(): void;
  /** The card could not be fetched: says so and offers a retry. */
  failed(): void;
  /** Set by the launcher: tells it what `setOpen` did. */
  onChange: () => void;
  dispose(): void;
};

/** @param host the publisher's page @param warm fetches the messenger */
export const createSurface = (host: Window, config: LauncherConfig, warm: () => void): Surface => {
  const doc = host.document;
  const element = doc.createElement('div');
  element.setAttribute('data-porch', '');
  const root = element.attachShadow({ mode: 'open' });
  let title = config.launcher.words.window;
  let frame: Promise<CardFrame> | undefined;
  let skeleton: ReturnType<typeof drawSkeleton> | undefined;

  adoptSheet(root, host, surfaceCss(config));
  // Beside the body, not in it: a page that swaps its body keeps its conversation.
  doc.documentElement.appendChild(element);

  const surface: Surface = {
    root,
    toggle() {
      surface.setOpen(!surface.isOpen());
      warm();
    },
    retry: warm,
    onChange: () => {},
    isOpen: () => element.hasAttribute('data-open'),
    setOpen(open, animate = true) {
      if (open) void surface.home();
      element.toggleAttribute('data-still', !animate);
      // Laid out closed, a new frame can move to open. A call, as a minifier drops a bare read.
      element.getClientRects();
      element.toggleAttribute('data-open', open);
      surface.onChange();
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
      frame ??= new Promise((resolve) =>
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
