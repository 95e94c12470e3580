import type { FailureProps } from '../../conversation/features';
import { ConnectionNote } from './ConnectionNote';
import { FeatureMissing } from './FeatureMissing';
import { ListComing } from './ListComing';
import { StartFailed } from './StartFailed';
import { Unsent } from './Unsent';

/** Shows the failure and the visitor's options, or the placeholder of a list that still loads. */
export const Failure = ({ connection, missing, message, list }: FailureProps) =>
  connection ? (
    <ConnectionNote />
  ) : missing ? (
    <FeatureMissing {...missing} />
  ) : message ? (
    <Unsent message={message} />
  ) : list ? (
    <ListComing />
  ) : (
    <StartFailed />
  );
