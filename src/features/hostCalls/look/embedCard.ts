import { computed, effect, signal, untracked } from '@preact/signals-react';
import type { Fill, Needs } from '../../../conversation/featureDeps';
import { createLauncherlessSurface } from '../../../launcher/launcherlessSurface';
import type { Handover } from '../../../loader/handover';
import { EMBEDDED } from '../../../platform/cycleFocus';
import { createDisposer, type Disposer, listen } from '../../../platform/disposer';
import { adoptSheet } from '../../../platform/sheets';
import type { Slices } from '../../../slices/createSlices';

/** What a surface needs that the page draws by a call. */
export type DrawNeeds = Needs<'host' | 'page' | 'storages' | 'seen'> & {
  slices: Slices;
  handover: Handover;
  /** Draws the widget into a surface. */
  fill: Fill;
};

/** The card fills the element that contains the surface. */
const SURFACE_CSS = `
:host{display:block!important;position:relative!important;isolation:isolate!important;width:100%!important;height:100%!important}
:host([data-porch]) .card{position:absolute;inset:0;width:100%;max-width:none;height:100%;max-height:none;border-radius:0;box-shadow:none;opacity:1;translate:0;transition:none}
:host([data-porch]) .card[data-card]{top:auto}`;

/** The header has no close button: there is no launcher to open the card again. */
const FRAME_CSS = ':root header>button:last-child{display:none}';

/** How much of a window must be in view to be read: half of it, or half of what is on screen. */
const READABLE = 0.5;
const STEPS = Array.from({ length: 11 }, (_, i) => i / 10);

/** Whether the element is in view, not in a closed tab of the page or beside what is on screen. */
const watchView = (host: Window, element: Element, on: Disposer) => {
  const inView = signal(false);
  const observer = new (host as typeof window).IntersectionObserver(
    (entries) => {
      const entry = entries.at(-1) as IntersectionObserverEntry;
      const { intersectionRatio, intersectionRect, rootBounds } = entry;
      const screen = rootBounds?.height ?? Number.POSITIVE_INFINITY;
      inView.value =
        entry.isIntersecting &&
        (intersectionRatio >= READABLE || intersectionRect.height >= screen * READABLE);
    },
    { threshold: STEPS },
  );
  observer.observe(element);
  on.add(() => observer.disconnect());
  return inView;
};

type Only = {
  /** Whether the card shows the list of conversations, and nothing else, or no list. */
  listShown?: boolean;
};

/** The slices as an embedded card sees them: it is always open. */
const slicesFor = ({ slices }: DrawNeeds, { listShown }: Only): Slices => {
  const router = { ...slices.router, widgetOpen: signal(true), closeWidget() {} };
  if (listShown === undefined) return { ...slices, router };
  return {
    ...slices,
    router,
    conversations: { ...slices.conversations, listShown: signal(listShown) },
    // Without this, the header would have a button that leads to the list.
    experience: { ...slices.experience, listed: signal(false) },
  };
};

/**
 * Draws a card into an element of the page. It lives as long as that element is on the page.
 * @param on ends with what the call has drawn
 */
export const embedCard = (deps: DrawNeeds, on: Disposer, target: Element, only: Only): void => {
  const { host, handover, slices, page, storages } = deps;
  const lifetime = createDisposer();
  const { add: onDispose, dispose } = lifetime;
  on.add(dispose);
  const surface = createLauncherlessSurface(host, handover.config);
  const element = surface.root.host;
  target.append(element);
  adoptSheet(surface.root, host, SURFACE_CSS);
  element.setAttribute(EMBEDDED, '');
  // A surface that is open already does not take the focus.
  element.setAttribute('data-open', '');
  handover.launcher = surface;
  /** The element is gone, or the page has moved it, which has emptied the frame. */
  const again = () => {
    dispose();
    if (target.isConnected) embedCard(deps, on, target, only);
  };
  void surface.home().then(({ element: frame, document, window }) => {
    adoptSheet(document, window, FRAME_CSS);
    onDispose(listen(frame, 'load', again));
  });
  const observer = new (host as typeof window).ResizeObserver(() => element.isConnected || again());
  observer.observe(element);
  onDispose(() => observer.disconnect());
  const inView = watchView(host, element, lifetime);
  onDispose(() => slices.router.closeWidget(0));
  // A logout closes the widget. An embedded one continues with the next visitor.
  onDispose(
    effect(() => {
      if (slices.router.widgetOpen.value) return;
      untracked(slices.router.adopt);
      // The next page, on which the widget may float, does not open it automatically.
      storages.session.set('widgetOpen', 'false');
    }),
  );
  deps.fill(surface, {
    onDispose,
    slices: slicesFor(deps, only),
    seen: computed(() => deps.seen.value && inView.value),
    // The list would take the focus from the page.
    ...(only.listShown && { page: { ...page, coarsePointer: () => true } }),
  });
};
