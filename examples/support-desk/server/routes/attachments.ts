import { Hono } from 'hono';
import type { Deps } from '../domain/deps';
import { contentUrl } from '../domain/files/files';
import { uploadIdOf } from '../model/uploadAddress';
import { requireVisitor, type VisitorEnv } from './visitorAuth';

/** `GET /attachments/contentUrl?mediaUrl=`. The answer has the address under both names that clients read. */
export const attachmentRoutes = (deps: Deps): Hono<VisitorEnv> => {
  const routes = new Hono<VisitorEnv>();
  routes.get('/contentUrl', requireVisitor(deps), async (c) => {
    const mediaUrl = c.req.query('mediaUrl') ?? '';
    const url = await contentUrl(deps, c.var.user.id, mediaUrl, uploadIdOf(mediaUrl));
    return c.json({ previewContentUrl: url, contentUrl: url });
  });
  return routes;
};
