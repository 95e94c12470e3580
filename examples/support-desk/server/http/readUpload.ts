import { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { createTimer } from '@porch/messenger/platform/timer';
import { DeskError } from '../model/deskError';
import { cleanFileName, mediaTypeOf } from '../model/fileTypes';
import type { Clock } from '../process/clock';
import { FileTooLarge, type Uploads } from '../uploads/uploads';

/** The parts of an upload. The file is already stored. */
export type ReceivedUpload = {
  fields: Map<string, string>;
  file: { size: number; fileName: string; mediaType: string };
};

/** A refused upload, with the fields received so far, which tell the sender which upload failed. */
export class UploadRefused extends Error {
  constructor(
    readonly reason: unknown,
    readonly fields: Map<string, string>,
  ) {
    super('upload refused');
  }
}

const MAX_FIELD_BYTES = 65_536;
const MAX_FIELDS = 10;
const SOURCE = 'source';
/** A body with more than this multiple of the largest file's size is not read to its end. */
const TOO_MANY_TIMES = 4;
/** An upload that receives less than this in this time, in ms, has lost its sender, or only takes up a place. */
const SLOW_MS = 60_000;
const LEAST_BYTES = 60_000;

const bad = (why: string): DeskError => new DeskError('bad_request', why);

const brokenOff = (): DeskError => bad('The multipart body is malformed or breaks off');
const tooSlow = (): DeskError => bad('The body came too slowly: an upload needs at least 1 kB a second');

const fileTypeError = (fileName: string): DeskError => {
  const [extension] = /\.[^.]{1,20}$/.exec(fileName) ?? [];
  return new DeskError(
    'fileType',
    extension ? `Files of the type ${extension} are not allowed` : 'A file needs an extension, such as .pdf',
  );
};

/** Error codes of a full disk or an exhausted quota. */
const FULL = ['ENOSPC', 'EDQUOT'];

const asRefusal = (error: unknown, maxBytes: number): unknown => {
  if (error instanceof FileTooLarge) {
    return new DeskError('fileSize', `A file may have at most ${maxBytes / 2 ** 20} MB`);
  }
  const isFull = error instanceof Error && 'code' in error && FULL.includes(String(error.code));
  return isFull ? new DeskError('storage_full', 'The disk of this desk is full') : error;
};

const createParser = (contentType: string): BusboyInstance => {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw bad('The body must be multipart/form-data');
  try {
    return new Busboy({
      // Other parts may arrive as blobs, which also have file names.
      isPartAFile: (name) => name === SOURCE,
      headers: { 'content-type': contentType },
      // `uploads.receive` enforces the file's size limit, because it must notice the first byte over it.
      limits: { fields: MAX_FIELDS, files: 1, fieldSize: MAX_FIELD_BYTES, headerPairs: 50 },
    });
  } catch {
    throw bad('The multipart body has no boundary');
  }
};

type UploadLimits = {
  /** The id to store the file under; on an error the file is removed. */
  id: string;
  maxBytes: number;
  /** Why the file is refused; its bytes are read and dropped, so that the sender gets an answer. */
  refusal?: unknown;
  /** Gets the number of bytes so far; the upload ends if it rejects. */
  came?: (bytes: number) => Promise<void>;
  after: Clock['after'];
};

/**
 * Watches how fast a body comes.
 * @param limits.maxBody the most bytes of it
 * @param fail gets why the upload ends
 * @returns a function that ends the watching
 */
const watchBody = (
  source: Readable,
  { maxBody, came, after }: Pick<UploadLimits, 'came' | 'after'> & { maxBody: number },
  fail: (error: unknown) => void,
): (() => void) => {
  let bytes = 0;
  const timer = createTimer({ after });
  const watch = (before: number): void =>
    timer.set(SLOW_MS, () => {
      if (bytes - before < LEAST_BYTES) fail(tooSlow());
      else watch(bytes);
    });
  watch(0);
  source.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > maxBody) fail(new FileTooLarge());
    else came?.(bytes).catch(fail);
  });
  // Other errors are the storage's.
  source.on('end', timer.stop);
  return timer.stop;
};

/**
 * Reads a multipart body part by part and streams the file into `uploads`, so that memory use does not grow
 * with it.
 * @throws UploadRefused
 */
export const readUpload = async (
  request: Request,
  uploads: Uploads,
  { id, maxBytes, refusal, came, after }: UploadLimits,
): Promise<ReceivedUpload> => {
  const maxBody = TOO_MANY_TIMES * maxBytes;
  const fields = new Map<string, string>();
  let receiving: Promise<number> | undefined;
  let named: { fileName: string; mediaType: string } | undefined;
  let problem: unknown;
  let fileStream: Readable | undefined;
  let stopWaiting = (): void => undefined;
  const body = request.body;
  try {
    const parser = createParser(request.headers.get('content-type') ?? '');
    if (!body) throw bad('The body is empty');
    if (Number(request.headers.get('content-length') ?? 0) > maxBody) throw new FileTooLarge();
    const source = Readable.fromWeb(body as import('node:stream/web').ReadableStream);

    await new Promise<void>((resolve, reject) => {
      const fail = (error: unknown): void => {
        source.unpipe(parser);
        source.destroy();
        fileStream?.destroy(error instanceof Error ? error : undefined);
        reject(error);
      };
      parser.on('file', (_name, stream, givenName) => {
        fileStream = stream;
        // The parser also emits its errors on the file stream; only there for a part that breaks off.
        stream.on('error', (error) => {
          problem ??= error instanceof FileTooLarge || error instanceof DeskError ? error : brokenOff();
        });
        const fileName = cleanFileName(givenName ?? '');
        const mediaType = mediaTypeOf(fileName);
        if (!mediaType || refusal !== undefined) {
          problem ??= refusal ?? fileTypeError(fileName);
          stream.resume();
          return;
        }
        named = { fileName, mediaType };
        receiving = uploads.receive(id, stream, maxBytes);
        receiving.catch((error: unknown) => {
          problem ??= error;
          // A file over the limit is read to its end. After other failures the stream has no reader.
          if (!(error instanceof FileTooLarge)) fail(error);
        });
      });
      parser.on('field', (name, value, nameTruncated, valueTruncated) => {
        if (nameTruncated || valueTruncated) problem ??= bad('A part of the body is too long');
        fields.set(name, value);
      });
      for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
        // The parser stalls on parts over the limit, so such a body is not read to its end.
        parser.on(limit, () => fail(bad('The body has too many parts')));
      }
      parser.on('error', () => fail(brokenOff()));
      parser.on('finish', () => resolve());
      stopWaiting = watchBody(source, { maxBody, came, after }, fail);
      source.on('error', fail);
      source.pipe(parser);
    });
    const size = await receiving;
    if (problem) throw problem;
    if (size === undefined || !named) throw bad('The body has no part named source with a file');
    return { fields, file: { size, ...named } };
  } catch (error) {
    await receiving?.then(
      () => uploads.remove(id).catch(() => undefined),
      () => undefined,
    );
    throw new UploadRefused(asRefusal(problem ?? error, maxBytes), fields);
  } finally {
    stopWaiting();
  }
};
