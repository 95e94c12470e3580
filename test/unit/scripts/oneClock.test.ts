import { expect, it } from 'vitest';
import { clockProblems } from '../../../scripts/oneClock.mjs';

const check = (file: string, code: string) => clockProblems(new Map([[file, code]]));

it.each([
  ['server/redis/watchSilence.ts', 'const timer = setInterval(look, 100);', 'setInterval'],
  ['server/store/sql/replica.ts', "import { setTimeout as wait } from 'node:timers/promises';", 'setTimeout'],
  ['server/store/sql/gate.ts', 'const began = performance.now();', 'performance.now'],
  ['server/mail/mailing.ts', 'const over = AbortSignal.timeout(ms);', 'AbortSignal.timeout'],
  ['server/main.ts', 'const now = Date.now();', 'Date.now'],
  ['inbox/state/sending.ts', 'setTimeout(send, 5);', 'setTimeout'],
  ['shared/clean.ts', 'const now = Date.now;', 'Date.now'],
])('%s may not take time past its clock: %s', (file, code, use) => {
  expect(check(file, code)).toEqual([`${file} uses ${use}: take the clock that is handed down`]);
});

it('a part of the server may not make a clock of its own, only the desk and what starts it', () => {
  const code = 'const { after } = createClock();';
  expect(check('server/mail/mailbox.ts', code)).toEqual([
    'server/mail/mailbox.ts makes a clock: take the one that is handed down',
  ]);
  for (const file of ['server/main.ts', 'server/start/start.ts', 'inbox/main.tsx'])
    expect(check(file, code)).toEqual([]);
});

it.each([
  ['server/process/clock.ts', 'const timer = setTimeout(task, ms);'],
  ['inbox/platform/storage.ts', 'setTimeout(read, 5);'],
  ['server/redis/watchSilence.ts', 'return every(clock.after, 100, look);'],
])('%s may: %s', (file, code) => {
  expect(check(file, code)).toEqual([]);
});
