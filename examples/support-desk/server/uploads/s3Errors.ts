import { codeOf } from '../process/errorCode';
import type { S3Place } from './s3Place';
import { FileMissing, UploadsAway } from './uploads';

/** The fields of the client's errors, for every class. */
type S3Error = { name?: string; $metadata?: { httpStatusCode?: number } };

const statusOf = (error: unknown): number | undefined => (error as S3Error).$metadata?.httpStatusCode;
const nameOf = (error: unknown): string => String((error as S3Error).name ?? 'unknown');

/** The client's error in the terms of `Uploads`. A missing bucket is not a missing file. */
export const asUploadsError = (error: unknown): FileMissing | UploadsAway => {
  const name = nameOf(error);
  if (name === 'NoSuchKey') return new FileMissing('', { cause: error });
  return new UploadsAway(codeOf(error) || (name === 'AbortError' ? 'ETIMEDOUT' : name), error);
};

/** Whether the same request may succeed at once: the connection was cut, or the store is busy. */
export const isPassing = (error: unknown): boolean => {
  const status = statusOf(error);
  if (codeOf(error) === 'ETIMEDOUT') return false;
  return status === undefined || status >= 500 || status === 408 || status === 429;
};

/**
 * What the operator must change, in one sentence.
 * @param error of `check`
 * @returns undefined if the store does not answer at the moment
 */
export const s3Problem = ({ bucket }: S3Place, error: unknown): string | undefined => {
  const cause = error instanceof UploadsAway ? error.cause : error;
  const status = statusOf(cause);
  if (nameOf(cause) === 'CredentialsProviderError')
    return 'UPLOADS_URL needs credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  if (status === undefined || isPassing(cause)) return undefined;
  if (status === 404) return `The bucket ${bucket} in UPLOADS_URL does not exist.`;
  if (status === 401 || status === 403)
    return `The store refuses these credentials for the bucket ${bucket} in UPLOADS_URL. Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and what they permit.`;
  return `The store does not accept requests for the bucket ${bucket} (${status}). Check endpoint and region in UPLOADS_URL.`;
};
