import { batch, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Store } from '../platform/storage';

/** The cards of SPEC.md section 2. */
export type CardName = 'home' | 'voice' | 'webview';

/** How the widget was closed; decides whether focus comes back with its visible mark. */
export type ClosedMethod = 'click' | 'keyboard' | null;

const OPEN_KEY = 'widgetOpen';

export type Router = ReturnType<typeof createRouter>;

/** SPEC.md section 4 'Router'. @param session the tab's storage, where `widgetOpen` is kept */
export const createRouter = ({ session }: { session: Store }) => {
  const cards = signal<readonly CardName[]>([]);
  const minimized = signal<readonly CardName[]>([]);
  const widgetOpen = signal(false);
  const widgetClosedMethod = signal<ClosedMethod>(null);
  /** Whether this tab's last page left the widget open, and nobody has opened or closed it here. */
  let leftOpen = session.get(OPEN_KEY) === 'true';
  let still = false;

  const without = (list: readonly CardName[], card: CardName) => list.filter((c) => c !== card);

  const setOpen = (open: boolean, method: ClosedMethod, asLeft = false) =>
    batch(() => {
      leftOpen = false;
      still = asLeft;
      session.set(OPEN_KEY, String(open));
      widgetOpen.value = open;
      widgetClosedMethod.value = method;
      if (open && cards.value.length === 0) cards.value = ['home'];
    });

  const openWidget = () => setOpen(true, null);

  /** @param detail the event's `detail`: 1 is a click, anything else came from the keyboard */
  const closeWidget = (detail: number) => setOpen(false, detail === 1 ? 'click' : 'keyboard');

  return {
    cards: cards as ReadonlySignal<readonly CardName[]>,
    minimized: minimized as ReadonlySignal<readonly CardName[]>,
    widgetOpen: widgetOpen as ReadonlySignal<boolean>,
    widgetClosedMethod: widgetClosedMethod as ReadonlySignal<ClosedMethod>,
    openWidget,
    closeWidget,
    /** "If the session is stored as open, the widget reopens without animation": for who was there, or has logged in. */
    reopen() {
      if (leftOpen) setOpen(true, null, true);
    },
    /** Whether it is open as the last page left it, so that its opening does not move. */
    still: () => still,
    toggle: (detail: number) => (widgetOpen.value ? closeWidget(detail) : openWidget()),
    /** "Opening a card removes it from minimized and cards and puts it on top." */
    openCard: (card: CardName) =>
      batch(() => {
        minimized.value = without(minimized.value, card);
        cards.value = [...without(cards.value, card), card];
      }),
    /** "Closing removes it from both." */
    closeCard: (card: CardName) =>
      batch(() => {
        minimized.value = without(minimized.value, card);
        cards.value = without(cards.value, card);
      }),
    /** "Minimizing moves a known card to the end of minimized." */
    minimizeCard(card: CardName) {
      if (cards.value.includes(card)) minimized.value = [...without(minimized.value, card), card];
    },
    reset: () => closeWidget(0),
  };
};
