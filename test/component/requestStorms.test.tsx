import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { createService } from '../spec/support/service';
import { createVisitor, leave, returning } from '../spec/support/visitor';
import { signJwt } from '../support/jwt';

type Service = ReturnType<typeof createService>;
type Lie = { what: RegExp; status: number; json?: unknown };

const STORM = 500;

/** Makes the service answer these calls in this way permanently. */
const lieAlways = (service: Service, lies: readonly Lie[]) => {
  const { fetch, asked } = service;
  service.fetch = (async (url: string, init: RequestInit = {}) => {
    // Stop answering, because an endless series of requests would keep the fake clock from advancing.
    if (asked.length > STORM) return new Promise<Response>(() => {});
    const answer = await fetch(url, init);
    const { method = '', path = '' } = asked.at(-1) ?? {};
    const lie = lies.find(({ what }) => what.test(`${method} ${path}`));
    if (!lie) return answer;
    const { status, json = {} } = lie;
    return { ok: status < 300, status, headers: new Headers(), text: async () => JSON.stringify(json) };
  }) as typeof globalThis.fetch;
};

/** Reads the history of the conversation. */
const READING = /^GET \/conversations\/c(\/messages.*)?$/;
/** The live line of these tests carries nothing, so that the history is read by two calls every 5.2 to 7.8 s. */
const MOST_READINGS = 2 * Math.ceil(600 / 5.2);

/** Checks what ten minutes have asked for. */
const expectFew = (asked: readonly { method: string; path: string }[]) => {
  const readings = asked.filter(({ method, path }) => READING.test(`${method} ${path}`)).length;
  expect(readings).toBeLessThanOrEqual(MOST_READINGS);
  expect(asked.length - readings).toBeLessThan(150);
};

const refusal = { error: { code: 'invalid_auth', description: 'No' } };
const CALLS = [
  /^POST \/appusers$/,
  /^GET \/appusers\/u$/,
  /^GET \/conversations\/c\/messages/,
  /^POST \/conversations\/c\/messages/,
  /^GET \/conversations\/c$/,
  /\/activity$/,
  /wait_time/,
];

describe('a service that refuses for good', () => {
  it('refused new visitors are created with growing pauses', async () => {
    const visitor = await createVisitor({
      before: (service) => lieAlways(service, [{ what: /\/conversations\//, status: 401, json: refusal }]),
    });
    const made = () => visitor.service.bodies(/^POST \/appusers$/).length;
    await visitor.wait(8000);
    expect(made()).toBeLessThanOrEqual(3);
    await visitor.wait(3_600_000);
    expect(made()).toBeLessThanOrEqual(12);
  });

  const user = {
    appUser: { _id: 'u' },
    sessionToken: 'token',
    conversations: [{ _id: 'c', status: 'active', participants: [{ appUserId: 'u', unreadCount: 0 }] }],
  };
  const unknown = { error: { code: 'user_not_found', description: 'No' } };

  it('a login repeated after each 403 makes few requests a minute', async () => {
    const refused = fc.constantFrom(/^GET /, /\/messages/, ...CALLS);
    const logins = fc.constantFrom({ status: 200, json: user }, { status: 403, json: unknown });
    await fc.assert(
      fc.asyncProperty(refused, logins, fc.boolean(), fc.boolean(), async (what, login, known, withToken) => {
        const lies = [
          { what: /^POST \/login$/, ...login },
          { what, status: 403, json: unknown },
        ];
        const visitor = await createVisitor({
          storage: known ? returning() : undefined,
          before: (service) => lieAlways(service, lies),
        });
        try {
          const jwt = signJwt({ id: 'k', secret: 's' }, { external_id: 'ann' });
          if (withToken) visitor.delivery.loginUser((give) => give(jwt));
          visitor.delivery.sender.send({ text: 'Hello' });
          await visitor.wait(600_000);
          expectFew(visitor.service.asked);
        } finally {
          leave();
        }
      }),
      { numRuns: 20 },
    );
  });

  it('a refusal of any call leads to few requests a minute', async () => {
    const lie = fc.record({
      what: fc.constantFrom(...CALLS),
      status: fc.constantFrom(200, 400, 401, 403, 404, 429, 500, 503),
      json: fc.constantFrom({}, [], null, refusal, { messages: [], hasPrevious: true }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(lie, { minLength: 1, maxLength: 4 }), fc.boolean(), async (lies, known) => {
        const visitor = await createVisitor({
          messenger: { waitTimeEnabled: true },
          storage: known ? returning() : undefined,
          before: (service) => lieAlways(service, lies),
        });
        try {
          visitor.delivery.sender.send({ text: 'Hello' });
          await visitor.wait(600_000);
          expectFew(visitor.service.asked);
        } finally {
          leave();
        }
      }),
      { numRuns: 20 },
    );
  });
});
