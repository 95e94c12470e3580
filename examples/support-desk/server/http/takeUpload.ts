import type { Coming, UploadRoom, UploadSender } from '../domain/files/uploadRoom';
import { DeskError } from '../model/deskError';
import type { Clock } from '../process/clock';
import { createInTurn, type InTurn } from '../process/inTurn';
import { MAX_FILE_BYTES, type Uploads } from '../uploads/uploads';
import { type ReceivedUpload, readUpload, UploadRefused } from './readUpload';

/** The services that an upload needs. */
export type Intake = {
  uploads: Uploads;
  room: UploadRoom;
  /** Queues one sender's uploads. */
  inTurn: InTurn;
  after: Clock['after'];
};

/**
 * How many files of one visitor are received at the same time. More would delay everybody's messages, and a visitor's
 * pages each send one at a time.
 */
const AT_ONCE = 2;

export const createUploadTurns = (): InTurn => createInTurn(AT_ONCE);

type Upload = {
  /** The id it is stored under. */
  id: string;
  /** Whether something uses the file although `send` failed. */
  isKept(): Promise<boolean>;
  /** The file's maximum size in bytes; by default that of any file. */
  maxBytes?: number;
  /** The sender whose space it uses; left out for an agent's file, which counts only in the total. */
  sender?: UploadSender;
};

/** The maximum size of this body in bytes. HTTP does not let a body exceed its Content-Length. */
const bytesOf = (request: Request, maxBytes: number): number => {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  return length >= 0 ? Math.min(length, maxBytes) : maxBytes;
};

/** Removes an unused file. If that fails, the regular upkeep does it later. */
const drop = ({ uploads }: Intake, id: string): Promise<void> => uploads.remove(id).catch(() => undefined);

/** Sends the received file. After an error, the file is removed only if nothing can use it. */
const sendOrRemove = async <T extends { created: boolean }>(
  intake: Intake,
  { id, isKept }: Upload,
  received: ReceivedUpload,
  send: (received: ReceivedUpload) => Promise<T>,
): Promise<T> => {
  try {
    const sent = await send(received);
    if (!sent.created) await drop(intake, id);
    return sent;
  } catch (error) {
    // If the store cannot answer, the file stays: an unused file does less harm than a missing one.
    if (!(error instanceof DeskError) && (await isKept().catch(() => true))) throw error;
    await drop(intake, id);
    throw new UploadRefused(error, received.fields);
  }
};

/**
 * Stores a file if there is space, and sends it; a visitor's files wait for each other. A refused upload, or a repeat
 * for which `send` created nothing, leaves no file behind.
 * @throws UploadRefused; another error if the file may be in use although sending failed
 */
export const takeUpload = <T extends { created: boolean }>(
  intake: Intake,
  request: Request,
  upload: Upload,
  send: (received: ReceivedUpload) => Promise<T>,
): Promise<T> =>
  intake.inTurn(upload.sender?.userId ?? upload.id, () => takeNow(intake, request, upload, send));

const takeNow = async <T extends { created: boolean }>(
  intake: Intake,
  request: Request,
  upload: Upload,
  send: (received: ReceivedUpload) => Promise<T>,
): Promise<T> => {
  const { uploads, room, after } = intake;
  const { maxBytes = MAX_FILE_BYTES } = upload;
  let refusal: unknown;
  let coming: Coming | undefined;
  try {
    coming = await room.begin(bytesOf(request, maxBytes), upload.sender);
  } catch (error) {
    refusal = error;
  }
  let kept = 0;
  try {
    const received = await readUpload(request, uploads, {
      id: upload.id,
      maxBytes,
      refusal,
      came: coming?.came,
      after,
    });
    const sent = await sendOrRemove(intake, upload, received, send);
    if (sent.created) kept = received.file.size;
    return sent;
  } finally {
    coming?.release(kept);
  }
};
