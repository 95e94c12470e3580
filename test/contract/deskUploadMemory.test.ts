import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '../../examples/support-desk/server/uploads/uploads';
import { basic } from '../support/deskClient';
import { killAll, type Started, start } from '../support/deskProcess';
import { putEmptyDatabase } from '../support/emptyDatabase';
import { folderForThisFile } from '../support/folder';
import { type S3Server, startS3Server } from '../support/s3Server';

const HEAD = '--b\r\nContent-Disposition: form-data; name="source"; filename="a.zip"\r\n\r\n';
const TAIL = '\r\n--b--\r\n';
const CHUNK = Buffer.alloc(65_536, 'x');

function* fileOf(bytes: number): Generator<Buffer> {
  yield Buffer.from(HEAD);
  for (let left = bytes; left > 0; left -= CHUNK.length) {
    yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
  }
  yield Buffer.from(TAIL);
}

// Needs Linux, where /proc shows a process's memory.
describe.runIf(existsSync('/proc/self/status')).each(['a folder', 'a bucket'])(
  'the memory of a desk that takes files into %s',
  (kind) => {
    const folder = folderForThisFile();
    let desk: Started;
    let s3: S3Server | undefined;
    beforeAll(async () => {
      // Creating the database takes much memory and could hide that of uploads.
      await putEmptyDatabase(folder);
      s3 = kind === 'a bucket' ? await startS3Server() : undefined;
      desk = await start({ DATA_DIR: folder, ...s3?.environmentOf(s3.newPlace()) });
    });
    afterAll(async () => {
      killAll();
      await s3?.close();
    });

    const memory = (): number =>
      Number(
        /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${desk.process.pid}/status`, 'utf8'))?.[1] ?? Number.NaN,
      ) / 1024;

    it('peaks less than 128 MB higher during eight parallel 50 MB uploads', async () => {
      const base = `${desk.origin}/sc/sdk/v2/apps/porch`;
      const created = await fetch(`${base}/appusers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ intent: 'conversation:start' }),
      });
      const user = (await created.json()) as {
        appUser: { _id: string };
        sessionToken: string;
        conversations: [{ _id: string }];
      };
      const send = (bytes: number): Promise<number> =>
        new Promise((resolve, reject) => {
          const call = request(
            `${base}/conversations/${user.conversations[0]._id}/files`,
            {
              method: 'POST',
              headers: {
                authorization: basic(user.appUser._id, user.sessionToken),
                'content-type': 'multipart/form-data; boundary=b',
                'content-length': HEAD.length + bytes + TAIL.length,
              },
            },
            (answer) => {
              answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
            },
          );
          call.on('error', reject);
          Readable.from(fileOf(bytes)).pipe(call);
        });
      expect(await send(1_000_000)).toBe(201);
      const before = memory();
      let most = before;
      const watch = setInterval(() => {
        most = Math.max(most, memory());
      }, 10);
      const all = await Promise.all(Array.from({ length: 8 }, () => send(MAX_FILE_BYTES)));
      clearInterval(watch);
      expect(all).toEqual(Array(8).fill(201));
      expect(most - before).toBeLessThan(128);
      await desk.end('SIGTERM');
    });
  },
);
