import { expect, it } from 'vitest';
import { createPace } from '../../../examples/support-desk/server/store/sql/pace';

it('runs operations in order, with a turn of the event loop after each', async () => {
  const pace = createPace();
  const seen: string[] = [];
  const loop = (left: number): unknown =>
    setImmediate(() => {
      seen.push('turn');
      if (left > 1) loop(left - 1);
    });
  const operations = ['a', 'b', 'c'].map((name) =>
    pace(async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
      return name;
    }),
  );
  loop(2);
  expect(await Promise.all(operations)).toEqual(['a', 'b', 'c']);
  expect(seen).toEqual(['a begins', 'a ends', 'turn', 'b begins', 'b ends', 'turn', 'c begins', 'c ends']);
});

it('goes on after an operation that fails, and tells its caller alone', async () => {
  const pace = createPace();
  const [failed, next] = await Promise.allSettled([
    pace(() => Promise.reject(new Error('no room'))),
    pace(async () => 'stored'),
  ]);
  expect(failed).toMatchObject({ status: 'rejected', reason: new Error('no room') });
  expect(next).toEqual({ status: 'fulfilled', value: 'stored' });
});
