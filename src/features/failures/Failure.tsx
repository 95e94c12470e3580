import type { Parts } from '../../conversation/features';
import type { Message } from '../../model/message';
import { PartMissing } from './FeatureMissing';
import { StartFailed } from './StartFailed';
import { Unsent } from './Unsent';

/** The failure: a missing part, an unsent message, or, if both are unset, the start or the list. */
export type FailureProps = {
  missing?: { of: keyof Parts; at?: string };
  message?: Message;
  /** Requests the missing data again. */
  retry?: () => void;
  /** Whether a retry is in progress. */
  trying?: boolean;
};

/** Shows the failure and the visitor's options. */
export const Failure = ({ missing, message, retry, trying }: FailureProps) =>
  missing ? (
    <PartMissing {...missing} />
  ) : message ? (
    <Unsent message={message} />
  ) : (
    <StartFailed retry={retry} trying={trying} />
  );
