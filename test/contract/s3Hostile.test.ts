import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../../examples/support-desk/server/process/clock';
import { createDisk } from '../../examples/support-desk/server/uploads/disk';
import type { S3Waits } from '../../examples/support-desk/server/uploads/s3Client';
import { s3Problem } from '../../examples/support-desk/server/uploads/s3Errors';
import { createS3Uploads } from '../../examples/support-desk/server/uploads/s3Uploads';
import { FileMissing, type Uploads, UploadsAway } from '../../examples/support-desk/server/uploads/uploads';
import { folderForThisFile } from '../support/folder';
import {
  answering,
  cutting,
  refusing,
  type S3Answer,
  type S3Answers,
  silent,
  startS3Answers,
} from '../support/s3Answers';

const SHORT: S3Waits = { connect: 500, answer: 200, put: 200, idle: 200, check: 200 };
/** For answers that come at once, however busy the machine is. */
const LONG: S3Waits = { connect: 60_000, answer: 60_000, put: 60_000, idle: 60_000, check: 60_000 };

const folder = folderForThisFile();
let store: S3Answers;
beforeAll(() => Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }));
afterEach(() => store.close());
afterAll(() => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) delete process.env[name];
});

const openWith = async (answer: S3Answer, waits = LONG): Promise<Uploads> => {
  store = await startS3Answers(answer);
  const clock = createClock();
  return createS3Uploads(store.place, folder, createDisk(clock), clock.after, waits);
};

const unfinished = (): string[] => readdirSync(join(folder, 'unfinished'));
const receive = (uploads: Uploads, content = 'content'): Promise<number> =>
  uploads.receive('an-upload', Readable.from([Buffer.from(content)]), 1000);
const idsOf = async (uploads: Uploads): Promise<string[]> => {
  const ids: string[] = [];
  for await (const id of uploads.storedBefore(Date.UTC(2026, 0, 1))) ids.push(id);
  return ids;
};

const HTML = answering(404, '<html><body>nothing</body></html>', { 'content-type': 'text/html' });
const HALF_XML = answering(500, '<Error><Code>Intern', { 'content-type': 'application/xml' });

/** The name of an answer, the answer, and the code that the log gets. */
const FAILURES: [string, S3Answer, RegExp, S3Waits?][] = [
  ['a bucket that is gone', refusing(404, 'NoSuchBucket'), /^NoSuchBucket$/],
  ['another server', HTML, /./],
  ['refused credentials', refusing(403, 'AccessDenied'), /^AccessDenied$/],
  ['another region', refusing(301, 'PermanentRedirect'), /./],
  ['a clock that is wrong', refusing(403, 'RequestTimeTooSkewed'), /^RequestTimeTooSkewed$/],
  ['an error of the store', refusing(500, 'InternalError'), /^InternalError$/],
  ['a store that is busy', refusing(503, 'SlowDown'), /^SlowDown$/],
  ['an error that breaks off', HALF_XML, /./],
  ['a connection that is cut', cutting, /^ECONNRESET$/],
  ['silence', silent, /^ETIMEDOUT$/, SHORT],
];

describe('a store that fails', () => {
  it.each(FAILURES)('with %s is away, for every call', async (_name, answer, code, waits) => {
    const uploads = await openWith(answer, waits);
    for (const call of [
      () => uploads.read('an-upload'),
      () => uploads.remove('an-upload'),
      () => receive(uploads),
      () => idsOf(uploads),
    ]) {
      const error = await call().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UploadsAway);
      expect((error as UploadsAway).code).toMatch(code);
    }
    await expect(uploads.check()).rejects.toThrow(UploadsAway);
    expect(unfinished()).toEqual([]);
  });

  it('is away when nobody listens there', async () => {
    const uploads = await openWith(cutting);
    await store.close();
    for (const call of [() => uploads.read('an-upload'), () => receive(uploads), () => uploads.check()])
      await expect(call()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('answers the check within its limit, however long other calls may take', async () => {
    const uploads = await openWith(silent, { ...LONG, check: 50 });
    await expect(uploads.check()).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('gives no other error than those two, whatever it answers', async () => {
    let answer: S3Answer = cutting;
    const uploads = await openWith((...call) => answer(...call), SHORT);
    const status = fc.oneof(
      fc.integer({ min: 200, max: 599 }),
      fc.constantFrom(200, 204, 206, 304, 404, 416),
    );
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom(
        '<a',
        '<Error/>',
        '<Error><Code/></Error>',
        '{"a":1}',
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>',
      ),
    );
    await fc.assert(
      fc.asyncProperty(status, body, async (given, content) => {
        answer = answering(given, content);
        for (const call of [
          async () => (await uploads.read('an-upload', { start: 1, end: 2 })).cancel(),
          () => uploads.remove('an-upload'),
          () => receive(uploads),
          () => idsOf(uploads),
          () => uploads.check(),
        ]) {
          const error = await call().then(
            () => undefined,
            (thrown: unknown) => thrown,
          );
          if (error !== undefined) expect([FileMissing, UploadsAway]).toContain((error as Error).constructor);
        }
      }),
      { numRuns: 40 },
    );
    expect(unfinished()).toEqual([]);
  });
});

describe('a file in a store', () => {
  it('is missing only where the store says so', async () => {
    const uploads = await openWith(refusing(404, 'NoSuchKey'));
    await expect(uploads.read('an-upload')).rejects.toThrow(FileMissing);
    await uploads.remove('an-upload');
  });

  it.each([
    ['that it ignores', answering(200, '0123456789')],
    ['that is another one', answering(206, '456', { 'content-range': 'bytes 4-6/10' })],
    [
      'that is shorter, as of a file that is shorter',
      answering(206, '34', { 'content-range': 'bytes 3-4/5' }),
    ],
    ['without saying which', answering(206, '345')],
  ])('is not given in a range %s', async (_name, answer) => {
    const uploads = await openWith(answer);
    await expect(uploads.read('an-upload', { start: 3, end: 5 })).rejects.toMatchObject({
      code: 'WRONG_RANGE',
    });
    expect(store.requests[0]?.headers.range).toBe('bytes=3-5');
  });

  it('is asked for again where the first answer is cut, and fails for its reader where the content is', async () => {
    let cuts = 1;
    const uploads = await openWith((request, response) => {
      if (cuts-- > 0) return cutting(request, response);
      response.writeHead(200, { 'content-length': '10' });
      response.write('01234', () => response.destroy());
    });
    const content = await uploads.read('an-upload');
    await expect(new Response(content).text()).rejects.toThrow();
    expect(store.requests).toHaveLength(2);
  });

  it('fails for its reader where the store stops in the middle', async () => {
    const uploads = await openWith((_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('01234');
    }, SHORT);
    await expect(new Response(await uploads.read('an-upload')).text()).rejects.toThrow();
  });

  it('is sent again whole after an error of the store, and after a cut', async () => {
    const failures = [refusing(503, 'SlowDown'), cutting];
    const uploads = await openWith((request, response) =>
      (failures.shift() ?? answering(200, ''))(request, response),
    );
    expect(await receive(uploads, 'all of it')).toBe(9);
    expect(store.requests.map(({ body }) => body.toString())).toEqual(Array(3).fill('all of it'));
    expect(new Set(store.requests.map(({ path }) => path))).toEqual(new Set(['/files/desk/an/an-upload']));
    expect(unfinished()).toEqual([]);
  });

  it('is sent as a whole with its length, also a large one, without asking first', async () => {
    const uploads = await openWith(answering(200, ''));
    const large = Buffer.alloc(3_000_000, 'x');
    expect(await uploads.receive('an-upload', Readable.from([large]), large.length)).toBe(large.length);
    const [request] = store.requests;
    expect(store.requests).toHaveLength(1);
    expect(request?.headers).toMatchObject({ 'content-length': '3000000' });
    expect([request?.headers.expect, request?.headers['content-encoding']]).toEqual([undefined, undefined]);
    expect(request?.body.equals(large)).toBe(true);
  });

  it('is not sent again to a store that refuses it', async () => {
    const uploads = await openWith(refusing(403, 'AccessDenied'));
    await expect(receive(uploads)).rejects.toThrow(UploadsAway);
    expect(store.requests).toHaveLength(1);
  });
});

describe('the list of a store', () => {
  const entry = (key: string, modified = '<LastModified>2025-01-01T00:00:00.000Z</LastModified>') =>
    `<Contents><Key>${key}</Key>${modified}<Size>1</Size></Contents>`;
  const page = (entries: string, next?: string) =>
    answering(
      200,
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>files</Name><IsTruncated>${next !== undefined}</IsTruncated>${
        next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
      }${entries}</ListBucketResult>`,
      { 'content-type': 'application/xml' },
    );

  it('is read page by page', async () => {
    const pages = [
      page(entry('desk/fi/first-file'), 'two'),
      page('', 'three'),
      page(entry('desk/th/third-file')),
    ];
    const uploads = await openWith((...call) => pages.shift()?.(...call));
    expect(await idsOf(uploads)).toEqual(['first-file', 'third-file']);
    expect(store.requests.map(({ query }) => [query.get('prefix'), query.get('continuation-token')])).toEqual(
      [
        ['desk/', null],
        ['desk/', 'two'],
        ['desk/', 'three'],
      ],
    );
  });

  it('ends where the store repeats itself', async () => {
    const uploads = await openWith(page(entry('desk/fi/first-file'), 'same'));
    expect((await idsOf(uploads)).length).toBeLessThan(4);
  });

  it('has only files of the desk that are old enough', async () => {
    const keys = [
      'desk/an/other-file',
      'other/an/an-upload',
      'desk/an-upload',
      'desk/an/../an-upload',
      'desk/',
      '',
    ];
    const newer = [
      entry('desk/ne/new-file-1', '<LastModified>2026-02-01T00:00:00.000Z</LastModified>'),
      entry('desk/no/no-time-1', ''),
    ];
    const uploads = await openWith(
      page([...keys.map((key) => entry(key)), ...newer, entry('desk/an/an-upload')].join('')),
    );
    expect(await idsOf(uploads)).toEqual(['an-upload']);
  });

  it('is not complete where a page fails', async () => {
    const pages = [page(entry('desk/fi/first-file'), 'two'), refusing(403, 'AccessDenied')];
    const uploads = await openWith((...call) => pages.shift()?.(...call));
    await expect(idsOf(uploads)).rejects.toThrow(UploadsAway);
  });
});

it.each([
  ['that has no such bucket', answering(404, ''), /^The bucket files .* does not exist\.$/],
  ['that refuses the credentials', answering(403, ''), /^The store refuses these credentials/],
  ['in another region', answering(301, ''), /\(301\)\. Check endpoint and region/],
  ['that is away', cutting, undefined],
  ['that fails', answering(500, ''), undefined],
])('a store that cannot be used %s is told from one that is away', async (_name, answer, sentence) => {
  const uploads = await openWith(answer);
  const error = await uploads.check().catch((thrown: unknown) => thrown);
  const problem = s3Problem(store.place, error);
  if (sentence) expect(problem).toMatch(sentence);
  else expect(problem).toBeUndefined();
});
