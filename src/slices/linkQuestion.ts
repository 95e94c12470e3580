import type { Slot } from './slot';

/** Asks the browser's owner whether to continue the conversation of an email's link. */
export type LinkQuestion = {
  /** The masked address that the link was sent to. */
  email: string;
  /** Continues the conversation; rejects where the service cannot be reached, and can then be called again. */
  accept(): Promise<void>;
  decline(): void;
};

/** The question of the link that the page was opened with, until it is answered. */
export type LinkQuestionSlice = Slot<LinkQuestion | undefined>;
