import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Refused } from '../../examples/support-desk/server/backup/refused';
import type { S3Place } from '../../examples/support-desk/server/uploads/s3Place';
import { backUp, restore } from '../support/backups';
import type { Desk } from '../support/desk';
import { createVisitor, sendFile } from '../support/deskClient';
import { fail, killAll, type Started, start } from '../support/deskProcess';
import { putEmptyDatabase } from '../support/emptyDatabase';
import { startFaultProxy } from '../support/faultProxy';
import { folderForThisFile } from '../support/folder';
import { forThisFile } from '../support/forThis';
import { openUploads } from '../support/openFiles';
import { refusing, startS3Answers } from '../support/s3Answers';
import { startS3Server } from '../support/s3Server';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const NOW = Date.UTC(2026, 10, 27);
/** Longer than any test. */
const FOREVER = 3_600_000;

const folder = folderForThisFile();
const s3 = await forThisFile(startS3Server());
afterEach(killAll);

let made = 0;
const newPath = (): string => join(folder, String(made++));
const deskOf = ({ origin }: Started): Desk => ({ origin, appId: 'porch' }) as Desk;

/** The desk's own command as built. */
const command = (args: string[], env: Record<string, string>) =>
  new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    const all = ['examples/support-desk/build/desk.js', ...args];
    const options = { cwd: repository, env: { PATH: process.env.PATH, ...env } };
    execFile(process.execPath, all, options, (error, output, errors) =>
      resolve({ code: error ? Number(error.code) : 0, output, errors }),
    );
  });

/** Runs a desk with this place until it has a file with each of these contents. */
const fillDesk = async (place: S3Place, contents: string[]): Promise<string> => {
  const dataDir = newPath();
  await putEmptyDatabase(dataDir);
  const started = await start({ DATA_DIR: dataDir, ...s3.environmentOf(place) });
  const visitor = await createVisitor(deskOf(started));
  for (const content of contents) {
    expect((await sendFile(visitor, deskOf(started), { name: 'a.txt', content })).status).toBe(201);
  }
  await started.end('SIGTERM');
  return dataDir;
};

/** Not the files of its build, which a desk puts beside them. */
const uploadsIn = (place: S3Place): string[] =>
  s3
    .objects(place)
    .filter((key) => !/^(builds|desks)\//.test(key))
    .sort();

const contentsOf = async (place: S3Place): Promise<string[]> => {
  const uploads = await openUploads(newPath(), place);
  const ids = uploadsIn(place).map((key) => key.slice(3));
  return (await Promise.all(ids.map(async (id) => new Response(await uploads.read(id)).text()))).sort();
};

describe('a backup of a desk whose files are in a bucket', () => {
  let place: S3Place;
  let dataDir: string;
  let file: string;
  beforeAll(async () => {
    place = s3.newPlace();
    dataDir = await fillDesk(place, ['one', 'two']);
    file = newPath();
    expect(await backUp({ dataDir, s3: place }, file, NOW)).toMatchObject({ uploads: 2, missingUploads: 0 });
    expect(readdirSync(join(dataDir, 'uploads/unfinished'))).toEqual([]);
  });

  it('has the files, and restores them to a bucket or to a folder', async () => {
    const other = s3.newPlace();
    const toBucket = newPath();
    expect(await restore({ dataDir: toBucket, s3: other }, file)).toMatchObject({ uploads: 2 });
    expect(uploadsIn(other)).toEqual(uploadsIn(place));
    expect(await contentsOf(other)).toEqual(['one', 'two']);
    const toFolder = newPath();
    expect(await restore({ dataDir: toFolder }, file)).toMatchObject({ uploads: 2 });
    const again = newPath();
    expect(await backUp({ dataDir: toFolder }, again, NOW)).toMatchObject({ uploads: 2, missingUploads: 0 });
    expect(await backUp({ dataDir: toBucket, s3: other }, newPath(), NOW)).toMatchObject({
      missingUploads: 0,
    });
  });

  it('is not restored into a place that has files, and changes nothing there', async () => {
    const target = newPath();
    await expect(restore({ dataDir: target, s3: place }, file)).rejects.toThrow(
      /^UPLOADS_URL has files already/,
    );
    expect([uploadsIn(place).length, existsSync(target)]).toEqual([2, false]);
  });

  it('is refused while the bucket is away, and so is its restoring; neither leaves anything', async () => {
    const way = await startFaultProxy(Number(new URL(s3.origin).port));
    way.refuse(FOREVER);
    const away = { ...place, endpoint: way.origin };
    const [copy, target] = [newPath(), newPath()];
    for (const run of [
      () => backUp({ dataDir, s3: away }, copy, NOW),
      () => restore({ dataDir: target, s3: away }, file),
    ]) {
      const error = await run().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Refused);
      expect((error as Refused).message).toBe(
        'The storage of uploaded files does not answer (ECONNRESET). Nothing was changed.',
      );
    }
    expect([existsSync(copy), existsSync(`${copy}.unfinished`), existsSync(target)]).toEqual([
      false,
      false,
      false,
    ]);
    await way.close();
  });

  it('leaves nothing of a restoring that fails in the middle', async () => {
    const put: string[] = [];
    const store = await startS3Answers(({ method, path }, response) => {
      if (method === 'GET') response.end('<ListBucketResult></ListBucketResult>');
      else if (method === 'DELETE') response.writeHead(204).end();
      else if (put.push(path) === 1) response.end();
      else refusing(403, 'AccessDenied')({ method, path } as never, response);
    });
    const target = newPath();
    await expect(restore({ dataDir: target, s3: store.place }, file)).rejects.toThrow(/\(AccessDenied\)/);
    const removed = store.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    expect([put.length, removed.sort()]).toEqual([2, put.sort()]);
    expect(await restore({ dataDir: target, s3: s3.newPlace() }, file)).toMatchObject({ uploads: 2 });
    await store.close();
  });

  it('is made and restored by the command, too', async () => {
    const copy = newPath();
    const saved = await command(['backup', copy], { DATA_DIR: dataDir, ...s3.environmentOf(place) });
    expect(saved).toMatchObject({ code: 0 });
    expect(saved.output).toMatch(/ and 2 uploaded files from the embedded database/);
    const env = { DATA_DIR: newPath(), ...s3.environmentOf(s3.newPlace()) };
    expect((await command(['restore', copy], env)).output).toMatch(
      /2 uploaded files are in .* and the bucket files\. Start/,
    );
    const wrong = await command(['backup', newPath()], { DATA_DIR: dataDir, UPLOADS_URL: 'files' });
    expect(wrong).toMatchObject({ code: 1, errors: expect.stringMatching(/^UPLOADS_URL must be .*\.\n$/) });
  });
});

it('without UPLOADS_URL, the built desk and its commands load nothing of S3', () => {
  for (const file of ['main.js', 'desk.js']) {
    const code = readFileSync(join(repository, 'examples/support-desk/build', file), 'utf8');
    expect([file, code.includes('@aws-sdk'), /import\("\.\/assets\/s3Uploads/.test(code)]).toEqual([
      file,
      false,
      true,
    ]);
  }
});

describe('the start of a desk with UPLOADS_URL', () => {
  const refused = async (env: Record<string, string>): Promise<[number | null, string]> => {
    const { code, errors } = await fail({ DATA_DIR: newPath(), ...env });
    return [
      code,
      errors.replace(/^Creating the database.*\n/, '').replace(/^\(node:[\s\S]*\(Use `node.*\n/m, ''),
    ];
  };

  it('ends with one sentence where it cannot be used', async () => {
    const env = s3.environmentOf(s3.newPlace());
    for (const [given, sentence] of [
      [{ UPLOADS_URL: 'https://files.example' }, /^UPLOADS_URL must be an address such as s3:.*\n$/],
      [
        { UPLOADS_URL: `s3://none?endpoint=${s3.origin}` },
        /^The bucket none in UPLOADS_URL does not exist\.\n$/,
      ],
      [{ AWS_ACCESS_KEY_ID: 'someone' }, /^The store refuses these credentials for the bucket files .*\n$/],
    ] as const) {
      const [code, errors] = await refused({ ...env, ...given });
      expect([code, errors]).toEqual([1, expect.stringMatching(sentence)]);
    }
  });

  it('goes on where the store does not answer, says so, and stores files once it does', async () => {
    const way = await startFaultProxy(Number(new URL(s3.origin).port));
    way.refuse(FOREVER);
    const dataDir = newPath();
    await putEmptyDatabase(dataDir);
    const env = s3.environmentOf(s3.newPlace());
    const away = { ...env, UPLOADS_URL: String(env.UPLOADS_URL).replace(s3.origin, way.origin) };
    const started = await start({ DATA_DIR: dataDir, ...away });
    expect(started.errors()).toMatch(
      /^Warning: The bucket files does not answer \(ECONNRESET\)\. Until it does, the desk accepts no files$/m,
    );
    way.heal();
    const visitor = await createVisitor(deskOf(started));
    expect((await sendFile(visitor, deskOf(started), { name: 'a.txt', content: 'x' })).status).toBe(201);
    await started.end('SIGTERM');
    await way.close();
  });
});
