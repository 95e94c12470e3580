import { S3Client } from '@aws-sdk/client-s3';
import type { S3Place } from './s3Place';

/** The time limits of the store, in ms. */
export type S3Waits = {
  /** For connecting. */
  connect: number;
  /** For the first byte of its answer. */
  answer: number;
  /** For receiving a whole file. */
  put: number;
  /** Between two parts of a file that it sends. Longer than a paused player waits for more. */
  idle: number;
  /** For a check that it answers. */
  check: number;
};

export const WAITS: S3Waits = { connect: 2000, answer: 5000, put: 120_000, idle: 120_000, check: 1000 };
/** A file that a browser reads slowly occupies a connection. */
const CONNECTIONS = 1000;
export const TRIES = 3;

const ignore = (): void => undefined;
/** What the client would print. Its callers log its errors. */
const NO_LOG = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** @param waits in ms */
export const createS3Client = ({ region, endpoint, pathStyle }: S3Place, waits = WAITS): S3Client =>
  new S3Client({
    region,
    endpoint,
    forcePathStyle: pathStyle,
    maxAttempts: TRIES,
    logger: NO_LOG,
    // Not all stores answer `Expect`, and not all know the newer checksums.
    expectContinueHeader: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: waits.connect,
      requestTimeout: waits.answer,
      throwOnRequestTimeout: true,
      socketTimeout: waits.idle,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  });
