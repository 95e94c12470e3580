import { expect, it } from 'vitest';
import { UploadRefused } from '../../../examples/support-desk/server/http/readUpload';
import {
  createUploadTurns,
  type Intake,
  takeUpload,
} from '../../../examples/support-desk/server/http/takeUpload';
import { DeskError } from '../../../examples/support-desk/server/model/deskError';
import { createFakeClock } from '../../support/fakeClock';
import { createMemoryUploads } from '../../support/memory/memoryUploads';

const BOUNDARY = 'a-boundary';
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="source"; filename="a.txt"\r\n\r\n`;
const END = `\r\n--${BOUNDARY}--\r\n`;

const create = () => {
  const clock = createFakeClock();
  const begun: string[] = [];
  const uploads = createMemoryUploads();
  const intake = {
    store: {},
    room: { begin: async () => ({ came: async () => undefined, release: () => undefined }) },
    uploads: {
      ...uploads,
      receive: (...args: Parameters<typeof uploads.receive>) => {
        begun.push(args[0]);
        return uploads.receive(...args);
      },
    },
    inTurn: createUploadTurns(),
    after: clock.after,
  } as unknown as Intake;

  /** An upload of which the test sends each part. */
  const upload = (id: string, userId?: string) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    writer.closed.catch(() => undefined);
    const request = new Request('http://desk/files', {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: readable,
      duplex: 'half',
    } as RequestInit);
    const result = takeUpload(
      intake,
      request,
      { id, isKept: async () => false, sender: userId === undefined ? undefined : { userId } },
      async ({ file }) => ({ created: true, size: file.size }),
    ).catch((error: unknown) => error);
    const write = (part: string) => void writer.write(new TextEncoder().encode(part)).catch(() => undefined);
    write(`${HEAD}begun `);
    const end = () => {
      write(END);
      void writer.close().catch(() => undefined);
    };
    return { result, write, end };
  };
  return { clock, begun, uploads, upload, intake };
};

it('two files of one visitor are received at a time, in order, and others’ beside them', async () => {
  const { begun, upload } = create();
  const [first, second, third] = ['a1', 'a2', 'a3'].map((id) => upload(id, 'ada'));
  const other = upload('b1', 'ben');
  const agents = ['c1', 'c2', 'c3'].map((id) => upload(id));
  await expect.poll(() => begun.toSorted()).toEqual(['a1', 'a2', 'b1', 'c1', 'c2', 'c3']);
  second?.write('two');
  second?.end();
  expect(await second?.result).toMatchObject({ size: 9 });
  await expect.poll(() => begun.at(-1)).toBe('a3');
  for (const one of [first, third, other, ...agents]) one?.end();
  for (const one of [first, third, other, ...agents]) expect(await one?.result).toMatchObject({ size: 6 });
});

it('an upload that comes at less than 1 kB a second ends, leaves nothing, and makes room for the next', async () => {
  const { clock, begun, uploads, upload } = create();
  const steady = upload('steady', 'ada');
  const slow = upload('slow', 'ada');
  const lost = upload('lost', 'ben');
  const next = upload('next', 'ada');
  await expect.poll(() => begun.toSorted()).toEqual(['lost', 'slow', 'steady']);
  const minute = async (ofSteady: number, ofSlow: number) => {
    steady.write('x'.repeat(ofSteady));
    slow.write('x'.repeat(ofSlow));
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(60_000);
  };
  await minute(60_000, 60_000);
  const refused = await lost.result;
  expect(refused).toBeInstanceOf(UploadRefused);
  expect((refused as UploadRefused).reason).toMatchObject({ code: 'bad_request', message: /too slowly/ });
  await expect(uploads.read('lost')).rejects.toThrow();
  await minute(60_000, 59_999);
  expect(await slow.result).toBeInstanceOf(UploadRefused);
  await expect.poll(() => begun.at(-1)).toBe('next');
  await minute(60_000, 0);
  for (const one of [steady, next]) one.end();
  expect(await steady.result).toMatchObject({ size: 180_006 });
  await next.result;
  expect(clock.pending()).toBe(0);
});

it('an upload ends where its space is refused while it comes', async () => {
  const came: number[] = [];
  const { intake, upload, uploads } = create();
  intake.room.begin = async () => ({
    came: async (bytes) => {
      came.push(bytes);
      if (bytes > 1000) throw new DeskError('storage_full', 'The disk of this desk is nearly full');
    },
    release: () => undefined,
  });
  const large = upload('large', 'ada');
  large.write('x'.repeat(500));
  await expect.poll(() => came.length).toBeGreaterThan(1);
  large.write('x'.repeat(600));
  expect(((await large.result) as UploadRefused).reason).toMatchObject({ code: 'storage_full' });
  await expect(uploads.read('large')).rejects.toThrow();
});
