import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeClock } from '../../support/fakeClock';
import { createMemoryDesk } from '../../support/memoryDesk';

const standing = () => {
  const clock = createFakeClock();
  const desk = createMemoryDesk({ now: clock.now, after: clock.after });
  onTestFinished(() => desk.close());
  const users = `${desk.origin}/sc/sdk/v2/apps/${desk.appId}/appusers`;
  const call = async (method: string, address: string, body?: object, authorization = '') => {
    const answer = await desk.fetch(
      new Request(address, {
        method,
        body: body && JSON.stringify(body),
        headers: { 'content-type': 'application/json', authorization },
      }),
    );
    return {
      status: answer.status,
      body: (await answer.json()) as { appUser: { _id: string }; sessionToken: string },
    };
  };
  const create = async (referenceId: string) => {
    const { status, body } = await call('POST', users, { referenceId });
    return { status, id: body.appUser?._id, token: body.sessionToken };
  };
  return { clock, desk, users, call, create };
};

const ID = '3f0c9a52-7d1e-4b86-a9d4-5e2f8c6b7a10';

describe('the id that a browser makes for a new visitor', () => {
  it('gives the same visitor when the call is repeated, as over a bad network', async () => {
    const { create, clock } = standing();
    const first = await create(ID);
    await clock.advance(3_599_000);
    expect(await create(ID)).toMatchObject({ status: 200, id: first.id });
  });

  it('gives another visitor an hour later: by then it must not be a key to the first', async () => {
    const { create, clock } = standing();
    const first = await create(ID);
    await clock.advance(3_600_000);
    const second = await create(ID);
    expect(second.status).toBe(201);
    expect(second.id).not.toBe(first.id);
    expect((await create(ID)).id).toBe(second.id);
  });

  it('gives no session again after a logout', async () => {
    const { create, call, users } = standing();
    const { id, token } = await create(ID);
    const authorization = `Basic ${Buffer.from(`${id}:${token}`).toString('base64')}`;
    expect((await call('POST', `${users}/${id}/logout`, {}, authorization)).status).toBe(200);
    expect((await create(ID)).id).not.toBe(id);
  });

  it.each(['1', 'customer-17', '0000000000000000', 'aaaabbbbccccdddd'])(
    'is refused where it can be guessed: %s',
    async (id) => {
      const { create, desk } = standing();
      expect((await create(id)).status).toBe(400);
      desk.close();
    },
  );
});
