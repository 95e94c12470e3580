import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fetchFieldRules } from '../../src/features/hostCalls/metadata/fetchRules';
import type { RequestError } from '../../src/services/requestError';
import { checkCustomFields } from '../../src/wire/fieldRules';
import { startDesk } from '../support/desk';
import { createFakeClock } from '../support/fakeClock';
import { servicesOf } from '../support/servicesOf';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
afterAll(() => server.close());
afterEach(() => server.resetHandlers());

const ask = async (host: string) => {
  const clock = createFakeClock();
  const { connect } = servicesOf(host, clock, () => 'Bearer of the visitor');
  const outcome = fetchFieldRules(connect, host).catch((error: RequestError) => error);
  let done = false;
  outcome.finally(() => {
    done = true;
  });
  while (!done) await clock.advance(20);
  return outcome;
};

describe('the desk', () => {
  it('gives the rules of its settings (meta-10)', async () => {
    const options = [
      { name: 'Small', value: 'small' },
      { name: 'Large', value: 'large' },
    ];
    const desk = await startDesk({
      settings: {
        customTicketFields: [
          { id: 1, type: 'tagger', title: 'Size', custom_field_options: options },
          { id: 'vip', type: 'checkbox', editable_in_portal: false },
          { id: 3, type: 'regexp', regexp_for_validation: '^a' },
        ],
      },
    });
    const rules = await ask(desk.origin);
    expect(rules).toEqual([
      { id: '1', type: 'tagger', options: ['small', 'large'], isEditable: true },
      { id: 'vip', type: 'checkbox', options: [], isEditable: false },
      { id: '3', type: 'regexp', options: [], isEditable: true },
    ]);
    const fields = [
      { id: 1, value: 'large' },
      { id: 'vip', value: true },
      { id: 3, value: 'b' },
    ];
    expect(checkCustomFields(fields, rules as never).metadata).toEqual({
      'zen:ticket_field:1': 'large',
      'zen:ticket_field:3': 'b',
    });
    await desk.close();
  });

  it('returns no rules where the settings have none', async () => {
    const desk = await startDesk();
    expect(await ask(desk.origin)).toEqual([]);
    await desk.close();
  });
});

describe('an account host that answers oddly', () => {
  const HOST = 'https://odd.example';
  const answering = (answer: () => Response) => {
    const asked: Request[] = [];
    server.use(
      http.get(`${HOST}/embeddable/messaging/custom_ticket_fields`, ({ request }) => {
        asked.push(request);
        return answer();
      }),
    );
    return asked;
  };
  const message = 'Failed to fetch ticket validation rules';

  it.each([400, 401, 403, 404, 429, 500])('with %i has no rules (meta-10)', async (status) => {
    const error = { code: 'why', description: 'Because.' };
    const asked = answering(() => HttpResponse.json({ error }, { status }));
    expect(await ask(HOST)).toMatchObject({ kind: 'http', status, message });
    answering(() => HttpResponse.json({ ticket_fields: [] }, { status }));
    expect(await ask(HOST)).toMatchObject({ kind: 'network', message });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['nothing', () => new HttpResponse(null, { status: 204 })],
    ['HTML', () => HttpResponse.html('<html>Sign in</html>')],
    ['null', () => HttpResponse.json(null)],
    ['another object', () => HttpResponse.json({ fields: [] })],
  ])('with %s has no rules', async (_name, answer) => {
    answering(answer);
    expect(await ask(HOST)).toMatchObject({ kind: 'network', message });
  });

  it('without any answer returns no rules after four tries', async () => {
    const asked = answering(() => HttpResponse.error());
    expect(await ask(HOST)).toMatchObject({ kind: 'network', message });
    expect(asked).toHaveLength(4);
  });

  it('is asked without credentials', async () => {
    const asked = answering(() => HttpResponse.json({ ticket_fields: [{ id: 1, type: 'text' }] }));
    expect(await ask(HOST)).toHaveLength(1);
    expect(asked[0]?.headers.get('authorization')).toBeNull();
  });
});
