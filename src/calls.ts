import type { ReadonlySignal } from '@preact/signals-react';
import { type ApiActions, createApi } from './api/commands';
import { emitState } from './api/emitState';
import { createEvents } from './api/events';

/**
 * The page's calls, composed; a file of its own, loaded with the first call, as most pages make none.
 * @param deps.own takes the undo
 * @returns one call of the page: what `zE` was given in, what the command returns out
 */
export const createCalls = (deps: {
  actions: ApiActions;
  widgetOpen: ReadonlySignal<boolean>;
  unread: ReadonlySignal<number>;
  createId: () => string;
  now: () => number;
  report: (message: string, cause?: unknown) => void;
  own: (undo: () => void) => void;
}) => {
  const events = createEvents(deps);
  deps.own(emitState({ ...deps, events }));
  return createApi({ ...deps, events });
};
