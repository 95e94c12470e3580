import { describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import { agent } from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';

describe.each(ENGINES)('saved replies on %s', async (_name, engine) => {
  let time = 1_760_000_000_000;
  const desk = await forThisFile(startDesk({ ...engine, now: () => time }));

  const post = (path: string, body: unknown = {}) => agent(desk)('POST', `/saved-replies${path}`, body);
  const add = async (shortcut: string, text = `The text of ${shortcut}`) =>
    (await post('', { shortcut, text })).body.reply;
  const all = async () => (await agent(desk)('GET', '/saved-replies')).body.replies;
  const shortcuts = async () => (await all()).map((reply) => reply.shortcut);

  it('are kept for all agents, by shortcut, with who wrote them last', async () => {
    const thanks = await add('thanks', 'Thank you,\nand have a good day!');
    await add('hours');
    expect(await all()).toMatchObject([
      { shortcut: 'hours', author: 'Support' },
      { shortcut: 'thanks', text: 'Thank you,\nand have a good day!', savedAt: time / 1000 },
    ]);
    time += 5000;
    const changed = await post(`/${thanks._id}`, { shortcut: 'bye', text: 'Goodbye!', name: 'Ada' });
    expect(changed.body.reply).toEqual({
      _id: thanks._id,
      shortcut: 'bye',
      text: 'Goodbye!',
      folder: '',
      acts: [],
      files: [],
      author: 'Ada',
      savedAt: time / 1000,
    });
    expect(await shortcuts()).toEqual(['bye', 'hours']);
    expect((await post(`/${thanks._id}/delete`)).status).toBe(200);
    expect((await post(`/${thanks._id}/delete`)).status).toBe(200);
    expect(await shortcuts()).toEqual(['hours']);
  });

  it('have each shortcut only once, also where two agents save at the same time', async () => {
    const [one, two] = await Promise.all([
      post('', { shortcut: 'twice', text: 'A' }),
      post('', { shortcut: 'twice', text: 'B' }),
    ]);
    expect([one.status, two.status].sort()).toEqual([201, 409]);
    const other = await add('other');
    const taken = await post(`/${other._id}`, { shortcut: 'twice', text: 'C' });
    expect(taken.status).toBe(409);
    expect(JSON.stringify(taken.body)).toContain('Another saved reply has the shortcut /twice');
    // A reply may keep its own.
    expect((await post(`/${other._id}`, { shortcut: 'other', text: 'C' })).status).toBe(200);
  });

  it('that two agents change at once are not overwritten by the one who has not read the other’s text', async () => {
    const { _id, savedAt } = await add('both');
    const save = (text: string, read: number | undefined, name: string) =>
      post(`/${_id}`, { shortcut: 'both', text, name, savedAt: read });
    const first = await save('Open on Sundays.', savedAt, 'Ben');
    const second = await save('Open at nine.', savedAt, 'Ada');
    expect([first.status, second.status]).toEqual([200, 409]);
    expect(JSON.stringify(second.body)).toContain('Ben has changed this reply in the meantime');
    // An answer was lost, and a program that has read nothing.
    expect((await save('Open on Sundays.', savedAt, 'Ben')).status).toBe(200);
    expect((await all()).find((reply) => reply._id === _id)?.text).toBe('Open on Sundays.');
    expect((await save('Open at nine.', undefined, 'Bot')).status).toBe(200);
    await post(`/${_id}/delete`);
  });

  it('take shortcuts of every script, and refuse what cannot be typed after a slash', async () => {
    for (const shortcut of ['größe', 'साइज़', '尺寸', 'a-b_2'])
      expect((await add(shortcut)).shortcut).toBe(shortcut);
    for (const shortcut of ['', 'a b', 'Thanks', 'a/b', 'x'.repeat(41), '👋']) {
      expect((await post('', { shortcut, text: 'A' })).status, shortcut).toBe(400);
    }
    for (const text of ['', ' \n', 'x'.repeat(4097), 5]) {
      expect((await post('', { shortcut: 'fine', text })).status).toBe(400);
    }
  });

  it('have 4,096 characters at most, of which an emoji is one', async () => {
    const longest = '🎉'.repeat(4096);
    expect((await add('longest', longest)).text).toBe(longest);
    const refused = await post('', { shortcut: 'longer', text: `${longest}!` });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('at most 4096 characters');
  });

  it('cannot be changed once they are deleted, nor without the agents’ token', async () => {
    expect((await post('/nobody', { shortcut: 'gone', text: 'A' })).status).toBe(404);
    const anonymous = await fetch(`${desk.origin}/agent/api/saved-replies`);
    expect(anonymous.status).toBe(401);
  });

  it('are two hundred at most', async () => {
    const left = 200 - (await all()).length;
    for (let i = 0; i < left; i++) await add(`full-${i}`);
    const refused = await post('', { shortcut: 'one-more', text: 'A' });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('at most 200 saved replies');
  });
});
