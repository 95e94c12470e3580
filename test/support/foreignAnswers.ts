/** An answer that is not the service's own. */
export type ForeignAnswer = { status: number; text: string };

/** The answers of what is between browser and service: portals, proxies, firewalls, login walls and pages for maintenance. */
const STATUSES = [200, 400, 401, 403, 404, 405, 407, 413, 429, 451, 500, 502, 503, 504, 511];

const TEXTS: Record<string, string> = {
  'a page': '<!doctype html><title>Sign in to the Wi-Fi</title>',
  nothing: '',
  'other JSON': '{"login":"required","url":"https://portal.example/"}',
  'an error of another form': '{"error":"Unauthorized","message":"Sign in first","status":401}',
  'half an error': '{"error":{"code":"invalid_auth"}}',
  'broken JSON': '{"error":{"code":"inval',
  'a list': '["sign in"]',
};

/** Every pair of a status and a body, under its name. */
export const foreignAnswers: ReadonlyMap<string, ForeignAnswer> = new Map(
  STATUSES.flatMap((status) =>
    Object.entries(TEXTS).map(([what, text]) => [`${status} with ${what}`, { status, text }] as const),
  ),
);

/** What a service may answer, too, where no more is asked. */
export const emptyAnswers: ReadonlyMap<string, ForeignAnswer> = new Map([
  ['200 with an empty object', { status: 200, text: '{}' }],
  ['204', { status: 204, text: '' }],
]);
