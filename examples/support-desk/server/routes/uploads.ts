import { type Context, Hono } from 'hono';
import { findFace } from '../domain/accounts/faces';
import { storedIdOf } from '../domain/files/files';
import type { Settings } from '../domain/settings/settings';
import { showsAgents } from '../domain/visitors/visitorFaces';
import type { Attachment } from '../model/entities';
import { isShownInPlace } from '../model/fileTypes';
import { UPLOADS_MOUNT } from '../model/uploadAddress';
import type { Store } from '../store/store';
import type { ByteRange, Uploads } from '../uploads/uploads';

/** The requested range; `undefined` for the whole file, and for several ranges; 'none' outside the file. */
const rangeOf = (header: string | undefined, size: number): ByteRange | undefined | 'none' => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (!first && !last) return undefined;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (first && last && Number(last) < Number(first)) return undefined;
  return start >= size || (!first && Number(last) === 0) ? 'none' : { start, end };
};

/** Pages of any site may show it. */
const FOR_ALL_PAGES = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
};

type Served = Pick<Attachment, 'id' | 'fileName' | 'mediaType'>;

/** Headers that keep browsers from running, sniffing or framing a file with rights, whatever it contains. */
const headersOf = ({ id, fileName, mediaType }: Served): Record<string, string> => {
  const shown = isShownInPlace(mediaType);
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return {
    'Content-Type': shown ? mediaType : 'application/octet-stream',
    'Content-Disposition': `${shown ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
    'Content-Security-Policy': "default-src 'none'; img-src 'self'; media-src 'self'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...FOR_ALL_PAGES,
    'Cache-Control': 'private, max-age=31536000, immutable',
    ETag: `"${id.slice(0, 16)}"`,
  };
};

/**
 * `GET /uploads/{id}/{name}`: serves an uploaded file, a picture of the settings or the face of an agent to everyone
 * who knows its address. The address of an agent's earlier face redirects to the current one, if visitors see agents'
 * faces.
 */
export const uploadRoutes = (store: Store, uploads: Uploads, settings: () => Settings): Hono => {
  const routes = new Hono();

  const serve = async (c: Context, attachment: Attachment): Promise<Response> => {
    const { size } = attachment;
    const headers: Record<string, string> = { ...headersOf(attachment), 'Accept-Ranges': 'bytes' };
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
    return c.body(await uploads.read(storedIdOf(attachment), range), status, entity);
  };

  const moved = (c: Context, path: string): Response => {
    // Relative, because a proxy may serve the desk under a base path.
    const location = `..${path.slice(UPLOADS_MOUNT.length)}`;
    return c.body(null, 302, { ...FOR_ALL_PAGES, 'Cache-Control': 'no-cache', Location: location });
  };

  const servePicture = async (c: Context, picture: Served): Promise<Response> => {
    const headers = headersOf(picture);
    if (c.req.header('if-none-match') === headers.ETag) return c.body(null, 304, headers);
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    return c.body(await uploads.read(picture.id), 200, headers);
  };

  routes.get(`${UPLOADS_MOUNT}/:id/:name`, async (c) => {
    const { id, name } = c.req.param();
    const attachment = await store.attachmentById(id);
    if (attachment) return serve(c, attachment);
    const picture = await store.pictureById(id);
    if (picture) return servePicture(c, { ...picture, fileName: picture.fileName ?? name });
    const face = await findFace(store, id, name);
    if (!face || ('movedTo' in face && !showsAgents(settings())))
      return c.text('There is no such file\n', 404);
    return 'movedTo' in face ? moved(c, face.movedTo) : servePicture(c, face);
  });

  return routes;
};
