import { createReadStream, existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { uploadIdIn } from '../model/uploadAddress';
import type { Clock } from '../process/clock';
import { codeOf } from '../process/errorCode';
import { migrationsFolder } from '../store/sql/openDatabase';
import { readRows, type Session, tableNames } from '../store/sql/rows';
import { NewerSchema, schemaVersionOf } from '../store/sql/schemaVersion';
import { FileMissing, type Uploads, UploadsAway } from '../uploads/uploads';
import { FORMAT, fileEntry, KEPT_FILES, type Manifest, rowsEntry, UPLOADS, uploadEntry } from './format';
import { readArchive } from './readArchive';
import { Refused, refuseIfAway } from './refused';
import { openSource, type Place, uploadsOf } from './source';
import { type ArchiveWriter, createArchive } from './writeArchive';

/** What a backup contains. */
type Figures = { rows: number; uploads: number; missingUploads: number; bytes: number };

/** The id of the stored file that a row names, if any. Several rows may name one. */
const uploadNamedBy: Readonly<Record<string, (row: Record<string, unknown>) => string | undefined>> = {
  attachments: ({ id, shares }) => String(shares ?? id),
  pictures: ({ id }) => String(id),
  agents: ({ avatar_url }) => uploadIdIn(String(avatar_url)),
};

/** @throws Refused */
export const schemaOf = async (session: Session): Promise<string> => {
  try {
    return await schemaVersionOf(session, migrationsFolder);
  } catch (error) {
    if (error instanceof NewerSchema) {
      throw new Refused('The database is of a newer version of the desk. Use the command of that version.');
    }
    throw error;
  }
};

const linesOf = async function* (
  rows: AsyncIterable<string>,
  onRow: (line: string) => void,
): AsyncGenerator<string> {
  for await (const line of rows) {
    onRow(line);
    yield `${line}\n`;
  }
};

/** Adds a file of the data folder if it exists. */
const addFile = async (archive: ArchiveWriter, name: string, path: string): Promise<void> => {
  const there = await stat(path).catch(() => undefined);
  if (there) await archive.add(name, createReadStream(path));
};

async function* readAll(content: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw new UploadsAway(codeOf(error), error);
  }
}

/** Adds an upload if it exists. @returns whether it does @throws UploadsAway */
const addUpload = async (archive: ArchiveWriter, uploads: Uploads, id: string): Promise<boolean> => {
  const content = await uploads.read(id).catch((error: unknown) => {
    if (error instanceof FileMissing) return undefined;
    throw error;
  });
  if (!content) return false;
  await archive.add(uploadEntry(id), Readable.from(readAll(content)), { compress: false });
  return true;
};

const addAll = async (
  archive: ArchiveWriter,
  session: Session,
  place: Place,
  clock: Clock,
): Promise<Omit<Manifest, 'entries'>> => {
  const madeAt = new Date(clock.now()).toISOString();
  const schema = await schemaOf(session);
  const tables: Manifest['tables'] = [];
  const ids = new Set<string>();
  for (const name of await tableNames(session)) {
    let rows = 0;
    const lines = linesOf(readRows(session, name), (line) => {
      rows++;
      const id = uploadNamedBy[name]?.(JSON.parse(line));
      if (id !== undefined) ids.add(id);
    });
    await archive.add(rowsEntry(name), Readable.from(lines, { objectMode: false }));
    tables.push({ name, rows });
  }
  // Uploads never change, so those named by the rows are the same after the rows were read.
  let missingUploads = 0;
  const uploads = await uploadsOf(place, clock);
  for (const id of ids) if (!(await addUpload(archive, uploads, id))) missingUploads++;
  for (const name of KEPT_FILES) await addFile(archive, fileEntry(name), join(place.dataDir, name));
  return { format: FORMAT, schema, madeAt, tables, missingUploads };
};

const write = async (place: Place, path: string, clock: Clock): Promise<void> => {
  const source = await openSource(place, clock);
  try {
    const archive = createArchive(path);
    try {
      await source.read(async (session) => {
        await archive.finish(await addAll(archive, session, place, clock));
      });
    } catch (error) {
      await archive.abort();
      throw error;
    }
  } finally {
    await source.close();
  }
};

const figuresOf = async (path: string): Promise<Figures> => {
  const archive = await readArchive(path);
  archive.close();
  const { tables, missingUploads } = archive.manifest;
  return {
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    uploads: archive.names(UPLOADS).length,
    missingUploads,
    bytes: (await stat(path)).size,
  };
};

/**
 * Writes everything that a desk has into one new file, whether the desk runs or not, and reads the file once to check
 * it. It includes everything that the desk had confirmed before.
 * @throws Refused
 */
export const backUp = async (place: Place, file: string, clock: Clock): Promise<Figures> => {
  if (existsSync(file)) throw new Refused(`${file} exists already. Give the name of a new file.`);
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  try {
    await write(place, unfinished, clock);
    const figures = await figuresOf(unfinished);
    await rename(unfinished, file);
    return figures;
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof UploadsAway) refuseIfAway(error);
    const code = codeOf(error);
    if (code === 'ENOSPC') throw new Refused(`There is no space for ${file}.`);
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EROFS') {
      throw new Refused(`${file} cannot be written (${code}).`);
    }
    throw error;
  }
};
