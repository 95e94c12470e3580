import { batch, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Store } from '../platform/storage';

export type CardName = 'home' | 'voice' | 'webview';

/** How the widget was closed; decides whether the returning focus shows its outline. */
type ClosedMethod = 'click' | 'keyboard' | null;

/**
 * What opened the widget: the visitor, a call of the page, the launcher before the messenger was there, or the
 * tab's last page.
 */
type OpenedBy = 'visitor' | 'page' | 'launcher' | 'lastPage';

const OPEN_KEY = 'widgetOpen';

export type Router = ReturnType<typeof createRouter> & {};

/**
 * Which cards are open, and whether the widget is.
 * @param session the tab's storage, which keeps `widgetOpen`
 */
export const createRouter = ({ session }: { session: Store }) => {
  const cards = signal<readonly CardName[]>([]);
  const minimized = signal<readonly CardName[]>([]);
  const widgetOpen = signal(false);
  const widgetClosedMethod = signal<ClosedMethod>(null);
  /** Whether this tab's last page left the widget open and this page has not opened or closed it. */
  let leftOpen = session.get(OPEN_KEY) === 'true';
  let openedBy: OpenedBy = 'visitor';

  const without = (list: readonly CardName[], card: CardName) => list.filter((c) => c !== card);

  const setOpen = (open: boolean, method: ClosedMethod, by: OpenedBy = 'visitor') =>
    batch(() => {
      leftOpen = false;
      openedBy = by;
      session.set(OPEN_KEY, String(open));
      widgetOpen.value = open;
      widgetClosedMethod.value = method;
      if (open && cards.value.length === 0) cards.value = ['home'];
    });

  /** @param by decides whether the widget is animated, and whether it takes the focus */
  const openWidget = (by?: OpenedBy) => setOpen(true, null, by);

  /** @param detail the event's `detail`: 1 is a click, anything else came from the keyboard */
  const closeWidget = (detail: number) => setOpen(false, detail === 1 ? 'click' : 'keyboard');

  const closeCard = (card: CardName) =>
    batch(() => {
      minimized.value = without(minimized.value, card);
      cards.value = without(cards.value, card);
    });

  return {
    cards: cards as ReadonlySignal<readonly CardName[]>,
    minimized: minimized as ReadonlySignal<readonly CardName[]>,
    widgetOpen: widgetOpen as ReadonlySignal<boolean>,
    widgetClosedMethod: widgetClosedMethod as ReadonlySignal<ClosedMethod>,
    openWidget,
    closeWidget,
    /** Takes over a widget that is open already, or that the page holds open. */
    adopt() {
      if (!widgetOpen.value) openWidget('launcher');
    },
    /**
     * Reopens the widget if the last page left it open. Called for a known or signed-in visitor.
     */
    reopen() {
      if (leftOpen) openWidget('lastPage');
    },
    openedBy: () => openedBy,
    toggle: ({ detail }: { detail: number }) => (widgetOpen.value ? closeWidget(detail) : openWidget()),
    /** Puts a card on top, also when it was open or minimized. */
    openCard: (card: CardName) =>
      batch(() => {
        closeCard(card);
        cards.value = [...cards.value, card];
      }),
    closeCard,
    /** Minimizes an open card. */
    minimizeCard(card: CardName) {
      if (cards.value.includes(card)) minimized.value = [...without(minimized.value, card), card];
    },
  };
};
