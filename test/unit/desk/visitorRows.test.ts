import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../support/fakeClock';
import { createMemoryDesk, type MemoryDesk } from '../../support/memoryDesk';
import { createMemoryVisitor } from '../../support/memoryVisitor';

describe('the rows that one visitor can create', () => {
  let desk: MemoryDesk;
  let visitor: Awaited<ReturnType<typeof createMemoryVisitor>>;
  beforeEach(async () => {
    desk = createMemoryDesk(createFakeClock());
    visitor = await createMemoryVisitor(desk);
  });
  afterEach(() => desk.close());

  const put = (body: unknown) => visitor.call('PUT', `/appusers/${visitor.id}`, body);
  const row = async () => (await desk.store.userById(visitor.id)) ?? expect.fail('no user');
  const info = { currentUrl: `https://shop.example/${'x'.repeat(1500)}` };

  it('are ten browsers at most, and the page of the newest alone', async () => {
    for (let i = 0; i < 40; i++) await put({ client: { id: `c${i}`, platform: i % 2 ? 'web' : 'x', info } });
    const { clients } = await row();
    expect(clients.map((client) => client.id)).toEqual(
      [39, 38, 37, 36, 35, 34, 33, 32, 31, 30].map((i) => `c${i}`),
    );
    expect(clients.filter((client) => client.info !== undefined)).toEqual([clients[0]]);
  });

  it('include a linked channel, which no browser can replace', async () => {
    await desk.store.transaction((tx) =>
      tx.updateUser(visitor.id, {
        clients: [{ id: 'wa', platform: 'whatsapp', integrationId: 'w', linkedAt: '2027-01-01' }],
      }),
    );
    for (let i = 0; i < 12; i++) await put({ client: { id: `c${i}`, platform: 'whatsapp' } });
    await put({ client: { id: 'wa', platform: 'web' } });
    const { clients } = await row();
    expect(clients).toHaveLength(11);
    expect(clients.find((client) => client.id === 'wa')).toMatchObject({ platform: 'whatsapp' });
  });

  it.each([
    ['properties', () => `/appusers/${visitor.id}`],
    ['metadata', () => `/conversations/${visitor.conversationId}`],
  ])('is 20,000 characters of %s in all, and a refusal leaves them as they are', async (field, path) => {
    const part = (name: string) => visitor.call('PUT', path(), { [field]: { [name]: 'x'.repeat(9000) } });
    expect([(await part('a')).status, (await part('b')).status]).toEqual([200, 200]);
    const refused = await part('c');
    expect([refused.status, (refused.body as { error: { description: string } }).error.description]).toEqual([
      400,
      `${field}: may have at most 20,000 characters in all`,
    ]);
    expect((await visitor.call('PUT', path(), { [field]: { a: 'short' } })).status).toBe(200);
    expect((await part('c')).status).toBe(200);
  });
});
