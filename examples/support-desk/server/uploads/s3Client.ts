import { S3Client } from '@aws-sdk/client-s3';
import type { S3Place } from './s3Place';

/** How long the store may take, in ms. */
export type S3Waits = {
  /** To be reached. */
  connect: number;
  /** To begin its answer. */
  answer: number;
  /** To take a whole file. */
  put: number;
  /** Between two parts of a file that it sends. Longer than a player that is paused waits for more. */
  idle: number;
  /** To say that it is there. */
  check: number;
};

export const WAITS: S3Waits = { connect: 2000, answer: 5000, put: 120_000, idle: 120_000, check: 1000 };
/** A file that a browser reads slowly keeps a connection. */
const CONNECTIONS = 1000;
export const TRIES = 3;

const ignore = (): void => undefined;
/** What the client would print. Who calls it logs its errors. */
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
