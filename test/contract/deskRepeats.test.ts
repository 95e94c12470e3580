import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import { agent, createVisitor, sendText } from '../support/deskClient';
import { forThisFile } from '../support/forThis';
import { ROUTES } from '../support/routeTable';
import { signInAgent } from '../support/signInAgent';

const example = readFileSync(
  new URL('../../examples/support-desk/deploy/cluster/nginx.conf', import.meta.url),
  'utf8',
);
/** The locations whose POSTs nginx sends to a second process where the first has not answered. */
const repeated = example
  .split('location ')
  .filter((block) => /^~.*proxy_next_upstream [^;]*non_idempotent/s.test(block))
  .map((block) => new RegExp(/^~ (\S+) \{/.exec(block)?.[1] ?? ''));

/** What agents do all day, by the end of its route, and with which body. */
const SETS: Record<string, object> = {
  'conversations/:id/activity': { type: 'conversation:read' },
  'conversations/:id/attending': { inbox: 'a', state: 'looking' },
  'conversations/:id/queue': {},
  'conversations/:id/assign': {},
  'conversations/:id/close': {},
  'conversations/:id/reopen': {},
  'conversations/:id/tags': { add: 'vip' },
  'users/:id/block': {},
  'users/:id/unblock': {},
  presence: { inbox: 'a' },
};
/** A message and a note are known by their key (`deskChanges`, `deskNotes`). A ticket that nobody uses ends within a minute. */
const OTHERS = ['conversations/:id/messages', 'conversations/:id/notes', 'tickets'];

describe('what nginx may send twice of what agents do', async () => {
  const desk = await forThisFile(startDesk());
  const ada = await signInAgent(desk, { role: 'admin' });
  const visitor = await createVisitor(desk);
  await sendText(visitor, 'Hello');

  it('is all that the example repeats', () => {
    const isRepeated = (path: string) =>
      repeated.some((location) => location.test(path.replace(/:\w+/g, 'x')));
    const found = [...ROUTES.keys()]
      .filter((route) => route.startsWith('POST /agent/api/'))
      .map((route) => route.slice('POST '.length))
      .filter(isRepeated)
      .map((path) => path.slice('/agent/api/'.length));
    expect(found.toSorted()).toEqual([...Object.keys(SETS), ...OTHERS].toSorted());
  });

  const state = async () => {
    const path = `/conversations/${visitor.conversationId}`;
    const read = agent(desk);
    return [
      (await read('GET', path)).body.conversation,
      (await read('GET', `${path}/changes`)).body.happenings,
      await ada.call('GET', '/audit'),
    ];
  };

  it.each(Object.entries(SETS))('%s changes nothing the second time', async (route, body) => {
    const id = route.startsWith('users') ? visitor.id : visitor.conversationId;
    const post = () => ada.ask('POST', `/${route.replace(':id', id)}`, body);
    const answers = [(await post()).status];
    const once = await state();
    answers.push((await post()).status);
    expect(await state()).toEqual(once);
    expect(answers).toEqual([200, 200]);
  });
});
