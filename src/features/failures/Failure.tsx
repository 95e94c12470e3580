import type { FailureProps } from '../../conversation/features';
import { ConnectionNote } from './ConnectionNote';
import { FeatureMissing } from './FeatureMissing';
import { StartFailed } from './StartFailed';
import { Unsent } from './Unsent';

/** Shows the failure and the visitor's options. */
export const Failure = ({ connection, missing, message, retry, trying }: FailureProps) =>
  connection ? (
    <ConnectionNote />
  ) : missing ? (
    <FeatureMissing {...missing} />
  ) : message ? (
    <Unsent message={message} />
  ) : (
    <StartFailed retry={retry} trying={trying} />
  );
