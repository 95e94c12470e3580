import { effect, type ReadonlySignal } from '@preact/signals-react';
import { undoAll } from '../../../platform/disposer';
import type { PageEvents } from '../../../slices/pageEvents';

/**
 * Emits an event to the page's listeners for each change of the widget; the state at the start is not
 * emitted.
 * @returns a function that stops this
 */
export const emitState = (deps: {
  events: Pick<PageEvents, 'emit'>;
  widgetOpen: ReadonlySignal<boolean>;
  unread: ReadonlySignal<number>;
  createId: () => string;
  now: () => number;
}): (() => void) => {
  const { events } = deps;
  let open = false;
  let unread = 0;
  const stops = [
    effect(() => {
      if (deps.widgetOpen.value === open) return;
      open = !open;
      const type = open ? 'messagingOpened' : 'messagingClosed';
      events.emit(open ? 'open' : 'close', { id: deps.createId(), createdAt: deps.now(), type });
    }),
    effect(() => {
      if (deps.unread.value === unread) return;
      unread = deps.unread.value;
      events.emit('unreadMessages', unread);
    }),
  ];
  return undoAll(stops);
};
