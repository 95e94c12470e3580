import { describe, expect, it } from 'vitest';
import { createFakeClock, flush } from '../../support/fakeClock';
import { createMemoryDesk } from '../../support/memoryDesk';
import { HANDSHAKE, type Reply } from '../../support/memoryVisitor';
import { askTicket } from '../../support/tickets';

type Json = Record<string, never> & { [key: string]: never };

const setUp = async (voice: Record<string, unknown> = { enabled: true }) => {
  const clock = createFakeClock();
  const desk = createMemoryDesk({ ...clock, settings: { voice } });
  const request = async (path: string, credential?: string, body?: unknown, signal?: AbortSignal) => {
    const answer = await desk.fetch(
      new Request(`${desk.origin}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'content-type': 'application/json',
          ...(credential ? { authorization: credential } : {}),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      }),
    );
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  const visitor = async () => {
    const { body } = await request(`/sc/sdk/v2/apps/${desk.appId}/appusers`, undefined, {
      client: { id: `browser-${Math.random()}`, platform: 'web' },
    });
    const made = body as unknown as { appUser: { _id: string }; sessionToken: string };
    const id = made.appUser._id;
    const credential = `Basic ${btoa(`${id}:${made.sessionToken}`)}`;
    const base = `/sc/sdk/v2/apps/${desk.appId}/appusers/${id}/calls`;
    return {
      id,
      call: async (body: unknown = {}) => {
        const answer = await request(base, credential, body);
        return (answer.body as unknown as { call?: { id: string } }).call?.id ?? `${answer.status}`;
      },
      ticket: (body: unknown = {}) => request(base, credential, body),
      ask: (call: string, after = 0, signal?: AbortSignal) =>
        request(`${base}/${call}/signals?after=${after}`, credential, undefined, signal),
      leave: (call: string, token: unknown) => request(`${base}/${call}/left?token=${token}`, undefined, {}),
      tell: (call: string, ...signals: unknown[]) =>
        request(`${base}/${call}/signals`, credential, { signals }),
    };
  };
  const agent = `Bearer ${desk.agentToken}`;
  return {
    clock,
    desk,
    request,
    visitor,
    status: (line = 'default') =>
      request(`/api/v2/channels/talk_embeddables/messaging/status?lineId=${line}`),
    open: async () =>
      (
        (await request('/agent/api/calls', agent)).body as unknown as {
          calls: { id: string; state: string }[];
        }
      ).calls,
    answer: (call: string, name?: string) => request(`/agent/api/calls/${call}/answer`, agent, { name }),
    agentAsks: (call: string, after = 0) => request(`/agent/api/calls/${call}/signals?after=${after}`, agent),
    agentTells: (call: string, ...signals: unknown[]) =>
      request(`/agent/api/calls/${call}/signals`, agent, { signals }),
  };
};

const OFFER = { type: 'offer', sdp: 'v=0\r\n' };
const ANSWER = { type: 'answer', sdp: 'v=0\r\n' };
const END = (reason: string) => ({ signals: [{ type: 'end', reason }] });

describe('a desk that takes calls', () => {
  it('of a blocked visitor rings for them, and in no inbox', async () => {
    const { desk, visitor, open, request } = await setUp();
    const ann = await visitor();
    await request(`/agent/api/users/${ann.id}/block`, `Bearer ${desk.agentToken}`, {});
    expect((await ann.ticket()).status).toBe(201);
    expect(await open()).toEqual([]);
    desk.close();
  });

  it('says whether an agent is there, how long answers take, and whether it asks about recording (voice-9)', async () => {
    const { status, visitor, answer, clock, desk, request } = await setUp({
      enabled: true,
      recordingConsent: 'opt_in',
    });
    expect((await status()).body).toEqual({
      availability: false,
      averageWaitTime: null,
      recordingConsent: 'opt_in',
    });
    const post = async (message: object): Promise<Reply | undefined> => {
      const { body } = await request('/faye', undefined, [message]);
      return (body as unknown as Reply[])[0];
    };
    const clientId = (await post(HANDSHAKE))?.clientId;
    const ext = { ticket: await askTicket(desk, desk.fetch) };
    const subscribe = { channel: '/meta/subscribe', clientId, subscription: '/desk/agents', ext };
    expect(await post(subscribe)).toMatchObject({ successful: true });
    const caller = await visitor();
    const call = await caller.call();
    await clock.advance(12_000);
    await answer(call);
    expect((await status()).body).toMatchObject({ availability: true, averageWaitTime: 12 });
    desk.close();
  });

  it('names an error where calls are off, and for what is no line', async () => {
    const off = await setUp({});
    expect((await off.status()).body).toEqual({ error: 'Voice calls are off on this desk' });
    expect(await (await off.visitor()).call()).toBe('404');
    const on = await setUp();
    expect((await on.status('a%20b')).body).toEqual({ error: 'There is no such line' });
    expect((await on.status('%2B49.30:1')).body).not.toHaveProperty('error');
  });

  it('carries the signals of both ends to the other, in order, and holds a question until there is one', async () => {
    const { visitor, answer, agentAsks, agentTells } = await setUp();
    const caller = await visitor();
    const call = await caller.call({ lineId: 'sales', recordingConsent: 'opted_in' });
    await caller.tell(call, OFFER, { type: 'restart' });
    expect((await answer(call, 'Maya')).body).toMatchObject({
      call: {
        visitor: expect.stringMatching(/^[A-Z][a-z]+ [A-Z][a-z]+$/),
        nameFrom: 'desk',
        lineId: 'sales',
        recordingConsent: 'opted_in',
        agent: 'Maya',
      },
      iceServers: [],
    });
    expect((await agentAsks(call)).body).toEqual({ signals: [OFFER, { type: 'restart' }], next: 2 });
    expect((await agentAsks(call, 1)).body).toEqual({ signals: [{ type: 'restart' }], next: 2 });
    // The desk tells who has answered; neither end can.
    expect((await caller.ask(call)).body).toEqual({ signals: [{ type: 'agent', name: 'Maya' }], next: 1 });
    expect((await agentTells(call, { type: 'agent', name: 'The bank' } as never)).status).toBe(400);
    expect((await caller.tell(call, { type: 'agent', name: 'The bank' } as never)).status).toBe(400);
    let over = false;
    const asked = caller.ask(call, 1).then((told) => {
      over = true;
      return told;
    });
    await flush();
    expect(over).toBe(false);
    await agentTells(call, ANSWER);
    expect((await asked).body).toEqual({ signals: [ANSWER], next: 2 });
  });

  it('answers a question without a signal after ten seconds', async () => {
    const { visitor, clock } = await setUp();
    const caller = await visitor();
    const asked = caller.ask(await caller.call());
    await clock.advance(10_000);
    expect((await asked).body).toEqual({ signals: [], next: 0 });
  });

  it('gives a call to one agent only', async () => {
    const { visitor, answer, open } = await setUp();
    const call = await (await visitor()).call();
    expect(await open()).toMatchObject([{ id: call, state: 'ringing' }]);
    expect((await answer(call, 'Maya')).status).toBe(200);
    expect(await answer(call, 'Jonas')).toMatchObject({
      status: 409,
      body: { error: { description: 'Maya has answered' } },
    });
  });

  it('ends a call that nobody answers for a minute', async () => {
    const { visitor, clock, open } = await setUp();
    const caller = await visitor();
    const call = await caller.call();
    for (let i = 0; i < 6; i++) {
      const asked = caller.ask(call);
      await clock.advance(10_000);
      await asked;
    }
    expect(await open()).toEqual([]);
    expect((await caller.ask(call)).body).toMatchObject(END('noAnswer'));
  });

  it('ends a call when one end hangs up or declines, and when one asks no more', async () => {
    const { visitor, clock, answer, agentTells, agentAsks } = await setUp();
    const caller = await visitor();
    const declined = await caller.call();
    await agentTells(declined, { type: 'end', reason: 'hungUp' });
    expect((await caller.ask(declined)).body).toMatchObject(END('declined'));

    const ended = await caller.call();
    await answer(ended);
    await caller.tell(ended, { type: 'end', reason: 'hungUp' });
    expect((await agentAsks(ended)).body).toMatchObject(END('hungUp'));

    const left = await caller.call();
    await answer(left);
    const asked = agentAsks(left);
    await clock.advance(10_000);
    await asked;
    await clock.advance(15_000);
    expect((await agentAsks(left)).body).toMatchObject(END('gone'));
    await clock.advance(60_000);
    expect((await agentAsks(left)).status).toBe(404);
  });

  it('ends a call at once when its page says with the call’s own token that it is left (voice-11)', async () => {
    const { visitor, answer, agentAsks, open } = await setUp();
    const caller = await visitor();
    const { call } = (await caller.ticket()).body as unknown as { call: { id: string; leaveToken: string } };
    await answer(call.id);
    for (const token of ['', 'wrong', `${call.leaveToken}x`, 7])
      expect((await caller.leave(call.id, token)).status).toBeGreaterThanOrEqual(400);
    expect(await open()).toHaveLength(1);
    expect((await caller.leave(call.id, call.leaveToken)).status).toBe(200);
    expect((await agentAsks(call.id)).body).toMatchObject(END('hungUp'));
    expect(JSON.stringify(await agentAsks(call.id))).not.toContain(call.leaveToken);
  });

  it('ends a call 8 s after the question of a crashed tab was cut off, unless it asks again (voice-11)', async () => {
    const { visitor, clock, open } = await setUp();
    const caller = await visitor();
    const call = await caller.call();
    const cutOff = async () => {
      const tab = new AbortController();
      void caller.ask(call, 0, tab.signal);
      await flush();
      tab.abort();
    };
    await cutOff();
    await clock.advance(7_999);
    const asked = caller.ask(call);
    await clock.advance(9_000);
    expect(await open()).toHaveLength(1);
    await clock.advance(1_000);
    await asked;
    await cutOff();
    await clock.advance(8_000);
    expect(await open()).toEqual([]);
  });

  it('gives a visitor one call at a time', async () => {
    const { visitor, open } = await setUp();
    const caller = await visitor();
    const first = await caller.call();
    const second = await caller.call();
    expect(await open()).toMatchObject([{ id: second }]);
    expect((await caller.ask(first)).body).toMatchObject(END('hungUp'));
  });

  it('gives out its STUN server, and credentials for its TURN server that are of this call and expire', async () => {
    const voice = {
      enabled: true,
      stunUrl: 'stun:stun.example:3478',
      turnUrl: 'turns:turn.example',
      turnSecret: 'shared',
    };
    const { visitor, clock, request, desk } = await setUp(voice);
    const { body } = await (await visitor()).ticket();
    const { iceServers } = body as unknown as {
      iceServers: { urls: string[]; username: string; credential: string }[];
    };
    expect(iceServers.map(({ urls }) => urls)).toEqual([[voice.stunUrl], [voice.turnUrl]]);
    expect(Number(iceServers[1]?.username.split(':')[0]) * 1000).toBeGreaterThan(clock.now());
    expect(iceServers[1]?.credential).toMatch(/^[\w+/]{27}=$/);
    // The secret leaves the desk nowhere.
    const settings = await request('/agent/api/settings', `Bearer ${desk.agentToken}`);
    expect(JSON.stringify(settings.body)).toContain('turns:turn.example');
    expect(JSON.stringify([body, settings.body])).not.toContain('shared');
  });

  it('keeps 50,000 characters of signals for a call that rings and 100,000 for one under way, and none after its end', async () => {
    const { visitor, answer, agentAsks } = await setUp();
    const caller = await visitor();
    const call = await caller.call();
    const big = { type: 'offer', sdp: `v=0${'x'.repeat(9_900)}` };
    const tell = async (times: number) => {
      for (let i = 0; i < times; i++) expect((await caller.tell(call, big)).status).toBe(200);
    };
    const waiting = async (after = 0) =>
      (await agentAsks(call, after)).body as unknown as { signals: unknown[]; next: number };
    await tell(40);
    expect(await waiting()).toMatchObject({ signals: Array(5).fill(big), next: 5 });
    await answer(call);
    await tell(40);
    expect((await waiting()).signals).toHaveLength(10);
    // What the other end has got makes room: a long call may change its network as often as it likes.
    let { next } = await waiting();
    for (let i = 0; i < 110; i++) {
      const asked = waiting(next);
      await flush();
      await tell(1);
      next = (await asked).next;
    }
    expect(next).toBeGreaterThan(100);
    await caller.tell(call, { type: 'end', reason: 'hungUp' });
    expect(await waiting(0)).toEqual({ ...END('hungUp'), next: expect.any(Number) });
  });

  it('takes 200 calls at once, and more when some have ended', async () => {
    const { visitor, open } = await setUp();
    const callers = await Promise.all(Array.from({ length: 201 }, visitor));
    for (const caller of callers.slice(0, 200)) expect(await caller.call()).not.toBe('429');
    const last = callers[200];
    expect(await last?.call()).toBe('429');
    // One who calls again has one call.
    const again = await callers[0]?.call();
    expect(await last?.call()).toBe('429');
    await callers[0]?.tell(again ?? '', { type: 'end', reason: 'hungUp' });
    expect(await last?.call()).not.toBe('429');
    expect(await open()).toHaveLength(200);
  });

  it('is changed by none of 1,000 malformed and foreign signals', async () => {
    const { visitor, answer, agentAsks, request, desk } = await setUp();
    const caller = await visitor();
    const stranger = await visitor();
    const call = await caller.call();
    await answer(call);
    const bad: ((i: number) => Promise<{ status: number }>)[] = [
      (i) => caller.tell(call, { type: `offer${i}` }),
      (i) => caller.tell(call, { type: 'offer', sdp: i }),
      (i) => caller.tell(call, OFFER, i),
      (i) => caller.tell(call, { type: 'candidate', candidate: `x${i}` }),
      () => caller.tell(call, ...Array(51).fill(OFFER)),
      () => stranger.tell(call, OFFER),
      () => stranger.tell(call, { type: 'end', reason: 'hungUp' }),
      () => stranger.ask(call),
      (i) => caller.tell(`${call}${i}`, OFFER),
      () => request(`/agent/api/calls/${call}/signals`, 'Bearer nobody', { signals: [OFFER] }),
      (i) => request(`/agent/api/calls/${call}/signals`, `Bearer ${desk.agentToken}`, { signals: i }),
    ];
    for (let i = 0; i < 1_000; i++) {
      const attempt = bad[i % bad.length] as (typeof bad)[number];
      const { status } = await attempt(i);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
    await caller.tell(call, OFFER);
    expect((await agentAsks(call)).body).toEqual({ signals: [OFFER], next: 1 });
  });
});
