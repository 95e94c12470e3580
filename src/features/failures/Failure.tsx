import type { FailureProps } from '../../conversation/features';
import { FeatureMissing } from './FeatureMissing';
import { StartFailed } from './StartFailed';
import { Unsent } from './Unsent';

/** Shows the failure and the visitor's options. */
export const Failure = ({ missing, message, retry, trying }: FailureProps) =>
  missing ? (
    <FeatureMissing {...missing} />
  ) : message ? (
    <Unsent message={message} />
  ) : (
    <StartFailed retry={retry} trying={trying} />
  );
