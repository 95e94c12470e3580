import { describe, expect, it } from 'vitest';
import { OWN_MARK } from '../../src/wire/ownMark';
import { startDesk } from '../support/desk';
import { agent } from '../support/deskClient';
import { forThisFile } from '../support/forThis';

const fields = [
  { id: 1, type: 'tagger', title: 'Size', custom_field_options: [{ name: 'Small', value: 's' }] },
  { id: 'zip', type: 'regexp', title: 'Zip', regexp_for_validation: '^\\d{5}$', editable_in_portal: false },
];

describe('the account host’s other calls', async () => {
  const desk = await forThisFile(
    startDesk({ settings: { customTicketFields: fields, messenger: { analytics: true } } }),
  );

  const post = (path: string, body: string, type = 'text/plain') =>
    fetch(`${desk.origin}/frontendevents/${path}?client=web`, {
      method: 'POST',
      headers: { 'content-type': type, origin: 'https://publisher.example' },
      body,
    });
  const counters = async () => (await agent(desk)('GET', '/counters')).body as unknown;

  it('answer the rules of custom fields from the settings, to any page', async () => {
    const answer = await fetch(`${desk.origin}/embeddable/messaging/custom_ticket_fields`);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toEqual({
      ticket_fields: [{ ...fields[0], editable_in_portal: true }, fields[1]],
    });
  });

  it('count page views and events, as beacons or as JSON', async () => {
    const blip = { url: 'https://shop.example', buid: 'b', channel: 'web_messenger', suid: 's' };
    const view = JSON.stringify({ ...blip, pageView: { pageTitle: 'Shop' } });
    const events = JSON.stringify({ events: Array(3).fill({ ...blip, kind: 'open' }) });
    for (const type of ['text/plain', 'application/json']) {
      const [one, two] = [await post('pv', view, type), await post('dl', events, type)];
      expect([one.status, two.status]).toEqual([204, 204]);
      expect(one.headers.get('access-control-allow-origin')).toBe('*');
    }
    expect(await counters()).toEqual({ pageViews: 2, eventBatches: 2, events: 6 });
  });

  it.each([
    '/api/services/end_user_connector/wait_time/conversations/x',
    '/frontendevents/pv',
    '/sc/sdk/v2/apps/porch/conversations/x/files',
    '/sc/sdk/v2/apps/porch/appusers/x/clients/y',
    '/sc/sdk/v2/apps/porch/login',
    '/sc/sdk/v2/apps/porch/appusers/a%00b',
  ])('let pages of any origin call %s', async (path) => {
    const preflight = await fetch(desk.origin + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://publisher.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-smooch-appid',
      },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization.*x-smooch-appid/);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
  });

  it('let pages of any origin read why an address is refused', async () => {
    const answer = await fetch(`${desk.origin}/sc/sdk/v2/apps/porch/appusers/a%00b`);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
  });

  it.each([
    ['/sc/sdk/v2/apps/porch/appusers', 201, '{"client":{"id":"a","platform":"web"}}'],
    ['/sc/sdk/v2/apps/porch/conversations/x/activity', 401, '{}'],
    ['/sc/sdk/v2/apps/other/login', 404, '{}'],
    ['/sc/sdk/v2/integrations/web/team', 200],
    ['/api/services/end_user_connector/wait_time/conversations/x', 401],
    ['/agent/api/sign-in', 200],
    ['/agent/api/presence', 401, '{}'],
  ])(
    'mark their answers as the desk’s, as pages of any origin can read: %s',
    async (path, status, body?: string) => {
      const answer = await fetch(desk.origin + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          'content-type': 'application/json',
          ...(!path.startsWith('/agent') && { origin: 'https://publisher.example' }),
        },
        body,
      });
      expect([answer.status, answer.headers.get(OWN_MARK)]).toEqual([status, '1']);
      if (!path.startsWith('/agent'))
        expect(answer.headers.get('access-control-expose-headers')).toContain(OWN_MARK);
    },
  );

  it.each([
    ['pv', '{'],
    ['pv', '{}'],
    ['dl', '{"events": {}}'],
    ['dl', JSON.stringify({ events: [1] })],
  ])('refuse %s of %s', async (path, body) => {
    const before = await counters();
    expect((await post(path, body)).status).toBe(400);
    expect(await counters()).toEqual(before);
  });
});
