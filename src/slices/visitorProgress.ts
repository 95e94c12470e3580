import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Status } from './status';

/** How far the messenger's start, the visitor's creation and a reset have come. */
export type VisitorProgress = {
  initializedStatus: ReadonlySignal<Status>;
  userCreationStatus: ReadonlySignal<Status>;
  resetWidgetStatus: ReadonlySignal<Status>;
  conversationStartedFromAnotherTab: ReadonlySignal<boolean>;
  /** The start of the messenger has begun, succeeded or failed. */
  setInitialized(status: Status): void;
  /** The creation of the visitor has begun, succeeded or failed. */
  setCreation(status: Status): void;
  setReset(status: Status): void;
  /** Another tab has started a conversation with another visitor. */
  followAnotherTab(): void;
};

export const createVisitorProgress = (): VisitorProgress => {
  const initializedStatus = signal<Status>('notConnected');
  const userCreationStatus = signal<Status>('notConnected');
  const resetWidgetStatus = signal<Status>('notConnected');
  const startedElsewhere = signal(false);
  return {
    initializedStatus,
    userCreationStatus,
    resetWidgetStatus,
    conversationStartedFromAnotherTab: startedElsewhere,
    setInitialized(status) {
      initializedStatus.value = status;
    },
    setCreation(status) {
      userCreationStatus.value = status;
    },
    setReset(status) {
      resetWidgetStatus.value = status;
    },
    followAnotherTab() {
      startedElsewhere.value = true;
    },
  };
};
