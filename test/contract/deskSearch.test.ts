import { beforeEach, describe, expect, it } from 'vitest';
import { madeUpName } from '../../examples/support-desk/server/model/visitorNames';
import type { AgentPeopleAnswer } from '../../examples/support-desk/shared/answers/people';
import { startDesk } from '../support/desk';
import { agent, createVisitor, sendText, type Visitor } from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';
import { createMemoryStore } from '../support/memory/memoryStore';

let run = 0;

describe.each(ENGINES)('the agents’ list on %s', async (_name, engine) => {
  let time = 1_900_000_000_000;
  /** A word that is unique to this run, in case the database holds data of earlier runs. */
  let own: string;
  const desk = await forThisFile(startDesk({ ...engine, now: () => time }));
  beforeEach(() => {
    own = `w${process.pid}x${run++}`;
  });

  const list = async (query: string) => (await agent(desk)('GET', `/conversations?${query}`)).body;
  const search = async (words: string, more = '') => list(`search=${encodeURIComponent(words)}${more}`);
  const found = async (words: string) => (await search(words)).conversations.map((c) => c._id);
  const say = async (visitor: Visitor, text: string) => {
    time += 1000;
    await sendText(visitor, text);
  };
  const someone = async (text: string, body: Record<string, unknown> = {}): Promise<Visitor> => {
    const visitor = await createVisitor(desk, body);
    await say(visitor, text);
    return visitor;
  };

  it('is searched by words anywhere in any message, in any case of letters, newest first', async () => {
    const first = await someone(`Мои Ботинки ${own} Größe`);
    const second = await someone(`ботинки ${own}`);
    await someone('something else');
    await say(first, 'thank you');
    expect(await found(`БОТИНКИ ${own.toUpperCase()}`)).toEqual([
      first.conversationId,
      second.conversationId,
    ]);
    expect(await found(`${own} grÖSSE`.replace('SS', 'ß'))).toEqual([first.conversationId]);
    expect(await found(`${own} nothing`)).toEqual([]);
  });

  it('finds letters in each form that Unicode has for them', async () => {
    const words = ['été', 'Ångström', 'Việt', 'ガギグ', '한국어', 'ё', 'ñandú'];
    for (const [i, word] of words.entries()) {
      const forms = [word.normalize('NFC'), word.normalize('NFD')];
      const written = forms.map((form) => `${own}-${i} ${form} %_\\`);
      const visitors = await Promise.all([
        someone(written[0] ?? ''),
        someone('x', { properties: { name: written[1] } }),
      ]);
      const ids = visitors.map((visitor) => visitor.conversationId).sort();
      for (const form of [...forms, ...forms.map((one) => one.toUpperCase())])
        expect([form, (await found(`${own}-${i} ${form} %_\\`)).sort()]).toEqual([form, ids]);
    }
  });

  it('finds letters and digits in full width and in usual width, whichever is searched', async () => {
    const inFullWidth = (text: string) =>
      text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).replace(/ /g, '　');
    for (const word of ['Order 4711', 'mara@boats.example', 'ABC-12', '100%_\\']) {
      const usual = `${word} ${own}`;
      const wide = inFullWidth(usual);
      const visitors = await Promise.all([someone(usual), someone('x', { properties: { name: wide } })]);
      const ids = visitors.map((visitor) => visitor.conversationId).sort();
      for (const query of [usual, wide, usual.toLowerCase(), wide.toUpperCase()])
        expect([query, (await found(query)).sort()]).toEqual([query, ids]);
    }
    const kana = await someone(`${own}ガギグ`);
    expect(await found(`${own}ｶﾞｷﾞｸﾞ`)).toEqual([kana.conversationId]);
  });

  it('finds signs of typography by those that are typed, whichever is searched', async () => {
    for (const [row, [written, typed, other]] of (
      [
        ['l’ordinateur de O’Neil', "l'ordinateur de o'neil", 'lordinateur de oneil'],
        ['“smart” – quotes', '"smart" - quotes', 'smart - quotes'],
        ['a\u00a0b  c\nd', 'a b c d', 'ab c d'],
        ['1.5 (x) [y] *z*', '1.5 (x) [y] *z*', '1x5 (x) [y] *z*'],
      ] as const
    ).entries()) {
      const visitor = await someone(`${own}${row} ${written}`);
      for (const query of [written, typed])
        expect([query, await found(`${own}${row} ${query}`)]).toEqual([query, [visitor.conversationId]]);
      expect([other, await found(`${own}${row} ${other}`)]).toEqual([other, []]);
    }
  });

  it('says which message has the words: the newest of them', async () => {
    const visitor = await someone(`${own} one`);
    await say(visitor, `${own} two`);
    await say(visitor, 'three');
    const [row] = (await search(own)).conversations;
    expect(row?.match).toMatchObject({ text: `${own} two`, role: 'appUser' });
    expect(row?.lastMessage).toMatchObject({ text: 'three' });
  });

  it('finds a visitor by name, email and the made-up name of who gave none', async () => {
    const named = await someone('a', { properties: { name: `Ada ${own}`, email: `${own}@shop.example` } });
    expect(await found(`ada ${own}`)).toEqual([named.conversationId]);
    expect(await found(`${own}@SHOP`)).toEqual([named.conversationId]);
    expect((await search(own)).conversations[0]?.match).toBeUndefined();
    const nobody = await someone('b');
    const { displayName } = (await agent(desk)('GET', `/conversations/${nobody.conversationId}`)).body
      .conversation;
    expect(displayName).toBe(madeUpName(nobody.id));
    expect(await found(String(displayName).toLowerCase())).toContain(nobody.conversationId);
  });

  it('finds what agents wrote, titles of items and names of files', async () => {
    const visitor = await someone('x');
    const path = `/conversations/${visitor.conversationId}/messages`;
    await agent(desk)('POST', path, {
      type: 'carousel',
      items: [{ title: 'Other' }, { title: `Boots ${own}` }],
    });
    await agent(desk)('POST', path, {
      type: 'file',
      mediaUrl: 'https://x.example/a',
      altText: `bill-${own}.pdf`,
    });
    expect(await found(`boots ${own}`)).toEqual([visitor.conversationId]);
    expect(await found(`bill-${own}`)).toEqual([visitor.conversationId]);
    // The search covers values only, not field names.
    expect((await search('mediaUrl')).conversations.map((c) => c._id)).not.toContain(visitor.conversationId);
  });

  it('finds words of notes, tags, and the addresses and titles of pages', async () => {
    const noted = await someone('x');
    await agent(desk)('POST', `/conversations/${noted.conversationId}/notes`, { text: `A voucher ${own}` });
    const tagged = await someone('x');
    await agent(desk)('POST', `/conversations/${tagged.conversationId}/tags`, { add: `vip-${own}` });
    const info = {
      currentUrl: `https://shop.example/b%C3%BCcher/${own}?q=1`,
      currentTitle: `Books of ${own}`,
    };
    const client = { platform: 'web', id: `c-${own}`, integrationId: 'web', info };
    const browsing = await someone('x', { client });
    const [row] = (await search(`VOUCHER ${own}`)).conversations;
    expect([row?._id, row?.matchedNote]).toEqual([noted.conversationId, `A voucher ${own}`]);
    expect(await found(`VIP-${own}`)).toEqual([tagged.conversationId]);
    for (const words of [`bücher/${own}`, `b%c3%bccher/${own}`, `books of ${own}`])
      expect([words, await found(words)]).toEqual([words, [browsing.conversationId]]);
    expect((await found(own)).sort()).toEqual(
      [noted, tagged, browsing].map((one) => one.conversationId).sort(),
    );
  });

  it('matches every character literally, and nothing for blanks', async () => {
    const visitor = await someone(`100% ${own}_a \\ "quoted"`);
    await someone(`1000 ${own}xa`);
    for (const words of [`100% ${own}`, `${own}_a`, `${own}_a \\ "quoted"`]) {
      expect(await found(words)).toEqual([visitor.conversationId]);
    }
    for (const odd of ["' or 1=1 --", '\\', '%', '_'.repeat(500)]) {
      expect((await agent(desk)('GET', `/conversations?search=${encodeURIComponent(odd)}`)).status).toBe(200);
    }
    // No text that is kept has it, and no database takes it.
    expect((await agent(desk)('GET', '/conversations?search=a%00b')).status).toBe(400);
    expect((await search('   ')).conversations.length).toBeGreaterThan(1);
  });

  it('shows the queue by waiting time, and the assigned and closed conversations', async () => {
    const [one, two, three] = [await someone(own), await someone(own), await someone(own)];
    const route = async ({ conversationId }: Visitor, to: string, body = {}) => {
      time += 1000;
      return agent(desk)('POST', `/conversations/${conversationId}/${to}`, body);
    };
    await route(two, 'queue');
    await route(one, 'queue');
    await route(three, 'assign', { name: own });
    const ids = async (query: string) =>
      (await list(`${query}&search=${own}`)).conversations.map((c) => c._id);
    expect(await ids('view=queued')).toEqual([two.conversationId, one.conversationId]);
    expect((await list(`view=queued&search=${own}`)).conversations[0]?.queuedAt).toBeGreaterThan(1);
    expect(await ids(`view=assigned&assignee=${own}`)).toEqual([three.conversationId]);
    expect(await ids('view=assigned&assignee=nobody')).toEqual([]);
    await route(three, 'close');
    expect(await ids('view=closed')).toEqual([three.conversationId]);
    expect(await ids('view=assigned')).toEqual([]);
    for (const visitor of [one, two]) await route(visitor, 'close');
    expect((await agent(desk)('GET', '/conversations?view=none')).status).toBe(400);
  });

  it('is reopened unassigned by an agent, and an open one stays as it is', async () => {
    const { conversationId } = await someone(own);
    const post = async (to: string) =>
      (await agent(desk)('POST', `/conversations/${conversationId}/${to}`, {})).body.conversation;
    await post('close');
    expect(await post('reopen')).toMatchObject({ status: 'active' });
    await post('assign');
    expect(await post('reopen')).toMatchObject({
      status: 'active',
      routingStatus: 'assigned',
      assignee: 'Support',
    });
  });

  it('returns whether there are more', async () => {
    expect(await search(own)).toEqual({ conversations: [], hasMore: false });
  });

  it('is read a page after the other by `next`, and no longer by `offset`', async () => {
    const all = [];
    for (let i = 0; i < 51; i++) all.unshift((await someone(own)).conversationId);
    const first = await search(own);
    expect(first.conversations.map((c) => c._id)).toEqual(all.slice(0, 50));
    expect(first.hasMore).toBe(true);
    const rest = await search(own, `&after=${first.next}`);
    expect(rest.conversations.map((c) => c._id)).toEqual(all.slice(50));
    expect(rest).toMatchObject({ hasMore: false });
    expect(rest).not.toHaveProperty('next');
    for (const wrong of ['offset=0', 'after=', 'after=x'])
      expect((await agent(desk)('GET', `/conversations?${wrong}`)).status).toBe(400);
  });

  it('finds what only the oldest conversations have, and a rare word among many', async () => {
    const rare = await someone(`${own}rare`);
    for (let i = 0; i < 5; i++) await someone(own);
    expect(await found(`${own}rare`)).toEqual([rare.conversationId]);
  });

  describe('that is of all visitors', () => {
    const people = async (query: string) => {
      const { status, body } = await agent(desk)('GET', `/users?${query}`);
      const { people: found = [], next } = body as unknown as Partial<AgentPeopleAnswer>;
      return { status, next, found, ids: found.map(({ visitor }) => visitor.appUserId) };
    };
    const silent = async (properties: Record<string, unknown>): Promise<string> => {
      time += 1000;
      return (await createVisitor(desk, { intent: undefined, properties })).id;
    };

    it('is searched by name, email address, phone number as anybody writes it, and external id', async () => {
      const digits = `${process.pid}${run}77`;
      const [ana, bo] = [
        await silent({ name: `Ana ${own}`, email: `${own}@a.example` }),
        await silent({ name: `Bo ${own}`, phone: `+49 (30) ${digits}-9` }),
      ];
      const cy = await agent(desk)('GET', `/users/${bo}`);
      expect(cy.body).toMatchObject({ person: { displayName: `Bo ${own}`, nameFrom: 'page', devices: 1 } });
      for (const [words, ids] of [
        [own.toUpperCase(), [bo, ana]],
        [`ANA ${own}`, [ana]],
        [`${own}@a`, [ana]],
        [`030 ${digits}`, [bo]],
        [`30/${digits.slice(0, 4)} ${digits.slice(4)}9`, [bo]],
        [`${own} nobody`, []],
      ] as const)
        expect([words, (await people(`search=${encodeURIComponent(words)}`)).ids]).toEqual([words, ids]);
      // A list of many leaves out what may be long.
      expect((await people(`search=${own}`)).found[0]?.visitor.properties).toBeUndefined();
    });

    it('has them once each, newest first, page after page, also of one time', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 52; i++) {
        if (i % 3 === 0) time += 1000;
        ids.push((await createVisitor(desk, { intent: undefined, properties: { name: own } })).id);
      }
      for (const search of [`search=${own}&`, '']) {
        const first = await people(search);
        const second = await people(`${search}after=${first.next}`);
        const read = [...first.ids, ...second.ids].slice(0, 52);
        expect(first.ids).toHaveLength(50);
        expect([...read].sort()).toEqual([...ids].sort());
        expect(read.slice(-1)).toEqual([ids.slice(0, 3).sort()[0]]);
      }
      expect((await people('after=x')).status).toBe(400);
    });
  });

  it('ends a search whose agent has typed on', async () => {
    let searching: AbortSignal | undefined;
    const slow = await startDesk({
      store: {
        ...createMemoryStore('a-log'),
        inbox: (_page, signal) =>
          new Promise((_, reject) => {
            searching = signal;
            signal?.addEventListener('abort', () => reject(new Error('ended')));
          }),
      },
    });
    const typing = new AbortController();
    const asked = fetch(`${slow.origin}/agent/api/conversations?search=${own}`, {
      headers: { authorization: `Bearer ${slow.agentToken}` },
      signal: typing.signal,
    });
    await expect.poll(() => searching?.aborted).toBe(false);
    typing.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => searching?.aborted).toBe(true);
    await slow.close();
  });

  it('ends the search of an inbox when the same inbox begins another one, and no other inbox’s', async () => {
    const ends: (() => void)[] = [];
    const slow = await startDesk({
      store: {
        ...createMemoryStore('a-log'),
        inbox: (_page, signal) =>
          new Promise((resolve, reject) => {
            signal?.addEventListener('abort', () => reject(new Error('ended')));
            ends.push(() => resolve([]));
          }),
      },
    });
    const ask = (id: string, turn: number) =>
      agent(slow)('GET', `/conversations?search=${own}&inbox=${id}&turn=${turn}`);
    const [first, other] = [ask('one', 2), ask('two', 1)];
    await expect.poll(() => ends.length).toBe(2);
    const second = ask('one', 3);
    await expect.poll(() => ends.length).toBe(3);
    // It was sent before the others, and came late.
    expect((await ask('one', 1)).status).toBe(409);
    for (const end of ends) end();
    expect((await first).status).toBe(409);
    expect([(await other).status, (await second).status]).toEqual([200, 200]);
    await slow.close();
  });
});
