import { DeskError } from '../domain/deskError';
import { isFileKept } from '../domain/files';
import type { UploadRoom } from '../domain/uploadRoom';
import type { Store } from '../store/store';
import { MAX_FILE_BYTES, type Uploads } from '../uploads/uploads';
import { type ReceivedUpload, readUpload, UploadRefused } from './readUpload';

/** What taking a file in needs, whoever sent it. */
export type Intake = { store: Store; uploads: Uploads; room: UploadRoom };

type Upload = {
  /** What it is kept as. */
  id: string;
  conversationId: string;
  /** Whose room it takes; an agent's takes only that of all. */
  userId?: string;
};

/** As many bytes as a body can bring: a length that is told cannot be passed. */
const bytesOf = (request: Request): number => {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  return length >= 0 ? Math.min(length, MAX_FILE_BYTES) : MAX_FILE_BYTES;
};

/** Sends what came; whatever fails, a file stays as long as there may be a message that shows it. */
const sendOrRemove = async <T extends { created: boolean }>(
  { store, uploads }: Intake,
  { id, conversationId }: Upload,
  received: ReceivedUpload,
  send: (received: ReceivedUpload) => Promise<T>,
): Promise<T> => {
  try {
    const sent = await send(received);
    if (!sent.created) await uploads.remove(id);
    return sent;
  } catch (error) {
    if (!(error instanceof DeskError) && (await isFileKept(store, conversationId, id))) throw error;
    await uploads.remove(id);
    throw new UploadRefused(error, received.fields);
  }
};

/**
 * Takes a file in where there is room and has it sent. A repeat, which `send` says made nothing, and a refusal leave
 * no file behind.
 * @throws UploadRefused; another error where the message may be there although sending failed
 */
export const takeUpload = async <T extends { created: boolean }>(
  intake: Intake,
  request: Request,
  upload: Upload,
  send: (received: ReceivedUpload) => Promise<T>,
): Promise<T> => {
  const { uploads, room } = intake;
  let refusal: unknown;
  let release: ((kept: number) => void) | undefined;
  try {
    release = await room.reserve(bytesOf(request), upload.userId);
  } catch (error) {
    refusal = error;
  }
  let kept = 0;
  try {
    const received = await readUpload(request, uploads, upload.id, refusal);
    const sent = await sendOrRemove(intake, upload, received, send);
    if (sent.created) kept = received.file.size;
    return sent;
  } finally {
    release?.(kept);
  }
};
