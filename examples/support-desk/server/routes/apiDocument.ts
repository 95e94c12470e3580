import { Hono } from 'hono';
import { compressJson } from '../http/compressJson';
import type { OriginOf } from '../http/origin';
import { createDocument } from './openApi/document';

/** `GET /docs/api`: the OpenAPI document of the agent API. It is made at the first call. */
export const apiDocumentRoutes = (originOf: OriginOf): Hono => {
  const routes = new Hono();
  let made: ReturnType<typeof createDocument> | undefined;
  routes.get('/docs/api', compressJson, (c) => {
    made ??= createDocument();
    return c.json({ ...made, servers: [{ url: `${originOf(c)}/agent/api` }] }, 200, {
      'Cache-Control': 'no-cache',
    });
  });
  return routes;
};
