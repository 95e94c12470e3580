import { type Context, Hono } from 'hono';
import type { Attachment } from '../domain/entities';
import { isShownInPlace } from '../domain/fileTypes';
import { UPLOADS_MOUNT } from '../domain/uploadAddress';
import type { Store } from '../store/store';
import type { ByteRange, Uploads } from '../uploads/uploads';

/** The requested range; `undefined` for the whole file, also for several ranges; 'none' outside the file. */
const rangeOf = (header: string | undefined, size: number): ByteRange | undefined | 'none' => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (!first && !last) return undefined;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (first && last && Number(last) < Number(first)) return undefined;
  return start >= size || (!first && Number(last) === 0) ? 'none' : { start, end };
};

/** Headers that stop browsers from running, sniffing or framing a file with rights, whatever it contains. */
const headersOf = ({ id, fileName, mediaType }: Attachment): Record<string, string> => {
  const shown = isShownInPlace(mediaType);
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return {
    'Content-Type': shown ? mediaType : 'application/octet-stream',
    'Content-Disposition': `${shown ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
    'Content-Security-Policy': "default-src 'none'; img-src 'self'; media-src 'self'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'private, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: `"${id.slice(0, 16)}"`,
  };
};

/** `GET /uploads/{id}/{name}`: serves an uploaded file to everyone who knows its address. */
export const uploadRoutes = (store: Store, uploads: Uploads): Hono => {
  const routes = new Hono();

  const serve = async (c: Context, attachment: Attachment): Promise<Response> => {
    const { size } = attachment;
    const headers = headersOf(attachment);
    if (c.req.header('if-none-match') === headers.ETag) return c.body(null, 304, headers);
    const asked = c.req.header('if-range');
    const range =
      asked === undefined || asked === headers.ETag ? rangeOf(c.req.header('range'), size) : undefined;
    if (range === 'none') {
      return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${size}` });
    }
    const length = range ? range.end - range.start + 1 : size;
    const entity = {
      ...headers,
      'Content-Length': String(length),
      ...(range ? { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` } : {}),
    };
    const status = range ? 206 : 200;
    if (c.req.method === 'HEAD' || length === 0) return c.body(null, status, entity);
    return c.body(await uploads.read(attachment.id, range), status, entity);
  };

  routes.get(`${UPLOADS_MOUNT}/:id/:name`, async (c) => {
    const attachment = await store.attachmentById(c.req.param('id'));
    return attachment ? serve(c, attachment) : c.text('There is no such file\n', 404);
  });

  return routes;
};
