import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { createS3Client } from './s3Client';
import type { S3Place } from './s3Place';
import { isName, type Shelf, type ShelfName, type Shelved } from './shelf';

/** The shelf in a bucket, under the prefix of the uploads. */
export const createS3Shelf = (place: S3Place, name: ShelfName): Shelf => {
  const { bucket } = place;
  const prefix = `${place.prefix}${name}/`;
  const client = createS3Client(place);
  const objectOf = (name: string) => ({ Bucket: bucket, Key: prefix + name });
  return {
    list: async () => {
      const found: Shelved[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client, stopOnSameToken: true },
        { Bucket: bucket, Prefix: prefix },
      ))
        for (const { Key = '', LastModified, Size = 0 } of Contents) {
          const name = Key.slice(prefix.length);
          if (isName(name) && LastModified) found.push({ name, at: LastModified.getTime(), size: Size });
        }
      return found;
    },
    put: async (name, bytes) => {
      await client.send(
        new PutObjectCommand({ ...objectOf(name), Body: bytes, ContentLength: bytes.length }),
      );
    },
    read: async (name) => {
      const { Body } = await client.send(new GetObjectCommand(objectOf(name)));
      return (await Body?.transformToByteArray()) ?? new Uint8Array();
    },
    remove: async (name) => {
      await client.send(new DeleteObjectCommand(objectOf(name)));
    },
  };
};
