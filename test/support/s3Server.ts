import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Place } from '../../examples/support-desk/server/uploads/s3Place';

/** An S3-compatible server on loopback, which accepts the credentials that it puts into the environment. */
export type S3Server = {
  origin: string;
  /** Another place in its bucket at each call. */
  newPlace(): S3Place;
  /** The environment of a desk whose files are in this place. */
  environmentOf(place: S3Place): Record<string, string>;
  /** The names of all objects of a place, without its prefix. */
  objects(place: S3Place): string[];
  close(): Promise<void>;
};

const BUCKET = 'files';
/** The server's only account. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
const OBJECT = '._S3rver_object';

export const startS3Server = async (): Promise<S3Server> => {
  const directory = mkdtempSync(join(tmpdir(), 'porch-s3-'));
  Object.assign(process.env, CREDENTIALS);
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  const origin = `http://127.0.0.1:${port}`;
  let places = 0;
  return {
    origin,
    newPlace: () => ({
      bucket: BUCKET,
      prefix: `desk-${places++}/`,
      region: 'us-east-1',
      endpoint: origin,
      pathStyle: true,
    }),
    environmentOf: ({ bucket, prefix }) => ({
      ...CREDENTIALS,
      UPLOADS_URL: `s3://${bucket}/${prefix}?endpoint=${origin}`,
    }),
    objects: ({ bucket, prefix }) => {
      const folder = join(directory, bucket, prefix);
      const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
      return names.filter((name) => name.endsWith(OBJECT)).map((name) => name.slice(0, -OBJECT.length));
    },
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true });
      for (const name of Object.keys(CREDENTIALS)) delete process.env[name];
    },
  };
};
