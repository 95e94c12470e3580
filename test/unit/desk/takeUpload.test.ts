import { expect, it } from 'vitest';
import { DeskError } from '../../../examples/support-desk/server/domain/deskError';
import { UploadRefused } from '../../../examples/support-desk/server/routes/readUpload';
import {
  createUploadTurns,
  type Intake,
  takeUpload,
} from '../../../examples/support-desk/server/routes/takeUpload';
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
    room: { reserve: async () => () => undefined },
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
  return { clock, begun, uploads, upload };
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

it('an upload of which nothing comes for a minute ends, leaves nothing, and makes room for the next', async () => {
  const { clock, begun, uploads, upload } = create();
  const slow = upload('slow', 'ada');
  const lost = upload('lost', 'ada');
  const next = upload('next', 'ada');
  await expect.poll(() => begun).toEqual(['slow', 'lost']);
  await clock.advance(40_000);
  slow.write('more');
  await expect.poll(() => clock.waits()).toEqual([20_000, 60_000]);
  await clock.advance(20_000);
  const refused = await lost.result;
  expect(refused).toBeInstanceOf(UploadRefused);
  expect((refused as UploadRefused).reason).toBeInstanceOf(DeskError);
  await expect(uploads.read('lost')).rejects.toThrow();
  await expect.poll(() => begun).toEqual(['slow', 'lost', 'next']);
  await expect.poll(() => clock.waits()).toEqual([40_000, 60_000]);
  for (const one of [slow, next]) one.end();
  expect(await slow.result).toMatchObject({ size: 10 });
  expect(await next.result).toMatchObject({ size: 6 });
  expect(clock.pending()).toBe(0);
});
