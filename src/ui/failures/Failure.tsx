import type { Message } from '../../model/message';
import type { Parts } from '../parts';
import { PartMissing } from './PartMissing';
import { StartFailed } from './StartFailed';
import { Unsent } from './Unsent';

/** What failed: a part that is missing, a message that was not sent, or else the start or the list. */
export type FailureProps = {
  missing?: { of: keyof Parts; at?: string };
  message?: Message;
  /** Asks again for what could not be loaded. */
  retry?: () => void;
  /** Whether it is being asked for again now. */
  trying?: boolean;
};

/** Says what failed and what the visitor can do. */
export const Failure = ({ missing, message, retry, trying }: FailureProps) =>
  missing ? (
    <PartMissing {...missing} />
  ) : message ? (
    <Unsent message={message} />
  ) : (
    <StartFailed retry={retry} trying={trying} />
  );
