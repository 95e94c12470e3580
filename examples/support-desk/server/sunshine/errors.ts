import type { ErrorHandler } from 'hono';

/** The path of the API. Its official client puts `/v2/…` after a `basePath`, which here ends with `/sc`. */
export const SUNSHINE_PATH = '/sc/v2';

const CODES: Record<string, string> = {
  invalid_auth: 'unauthorized',
  too_many: 'too_many_requests',
  media_type: 'unsupported_media_type',
  characterLimit: 'bad_request',
};

type Answer = { error: { code: string; description: string } };

/** Gives errors of this API its own format, and leaves all others unchanged. */
export const inSunshineFormat =
  (handle: ErrorHandler): ErrorHandler =>
  async (error, c) => {
    const response = await handle(error, c);
    if (!c.req.path.startsWith(`${SUNSHINE_PATH}/`)) return response;
    const { code, description } = ((await response.json()) as Answer).error;
    const body = { errors: [{ code: CODES[code] ?? code, title: description }] };
    return new Response(JSON.stringify(body), response);
  };
