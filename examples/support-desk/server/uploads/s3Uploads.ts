import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import type { Clock } from '../process/clock';
import { withLimit } from '../process/waits';
import type { Disk } from './disk';
import { createS3Client, TRIES, WAITS } from './s3Client';
import { asUploadsError, isPassing } from './s3Errors';
import type { S3Place } from './s3Place';
import { clearUnfinished, freeBytesIn, receiveWhole } from './unfinished';
import { idAt, keyOf } from './uploadKey';
import { FileMissing, type Uploads, UploadsAway } from './uploads';

/**
 * Stores files in a bucket. A file is received completely before the store gets it in one request, so the bucket never
 * has a part of one.
 * @param folder for incomplete files, on a disk of this machine
 */
export const createS3Uploads = (
  place: S3Place,
  folder: string,
  disk: Disk,
  after: Clock['after'],
  waits = WAITS,
): Uploads => {
  const { bucket, prefix } = place;
  const client = createS3Client(place, waits);
  const objectOf = (id: string) => ({ Bucket: bucket, Key: prefix + keyOf(id) });

  const put = async (id: string, path: string, size: number): Promise<void> => {
    const body = createReadStream(path);
    const unreadable = new AbortController();
    body.on('error', (error) => unreadable.abort(error));
    const object = { ...objectOf(id), Body: body, ContentLength: size };
    try {
      await client.send(new PutObjectCommand(object), {
        requestTimeout: waits.put,
        abortSignal: unreadable.signal,
      });
    } finally {
      body.destroy();
    }
  };

  /** The client does not repeat requests with a stream. */
  const putPatiently = async (id: string, path: string, size: number): Promise<void> => {
    for (let left = TRIES; ; left--) {
      try {
        return await put(id, path, size);
      } catch (error) {
        if (left === 1 || !isPassing(error)) throw asUploadsError(error);
      }
    }
  };

  return {
    receive: async (id, source, maxBytes) =>
      receiveWhole(disk, folder, id, source, maxBytes, (path, size) => putPatiently(id, path, size)),
    read: async (id, range) => {
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const { Body, ContentRange } = await client.send(new GetObjectCommand({ ...objectOf(id), Range }));
        const body = Body as Readable;
        if (!range || ContentRange?.startsWith(`bytes ${range.start}-${range.end}/`))
          return Readable.toWeb(body) as ReadableStream<Uint8Array>;
        body.destroy();
      } catch (error) {
        throw asUploadsError(error);
      }
      throw new UploadsAway('WRONG_RANGE', undefined);
    },
    remove: async (id) => {
      try {
        await client.send(new DeleteObjectCommand(objectOf(id)));
      } catch (error) {
        const failure = asUploadsError(error);
        if (!(failure instanceof FileMissing)) throw failure;
      }
    },
    storedBefore: async function* (time) {
      await clearUnfinished(disk, folder, time);
      const pages = paginateListObjectsV2(
        { client, stopOnSameToken: true },
        { Bucket: bucket, Prefix: prefix },
      );
      try {
        for await (const { Contents = [] } of pages) {
          for (const { Key = '', LastModified } of Contents) {
            const id = Key.startsWith(prefix) ? idAt(Key.slice(prefix.length)) : undefined;
            if (id && LastModified && LastModified.getTime() < time) yield id;
          }
        }
      } catch (error) {
        throw asUploadsError(error);
      }
    },
    freeBytes: () => disk(() => freeBytesIn(folder)),
    check: async () => {
      try {
        await withLimit(waits.check, after, (abortSignal) =>
          client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }),
        );
      } catch (error) {
        throw asUploadsError(error);
      }
    },
  };
};
