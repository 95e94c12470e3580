import { describe, expect, it, vi } from 'vitest';
import { createOptions } from '../../../../src/features/optionsMenu/chooseOption';
import { RequestError } from '../../../../src/services/requestError';

const doc = {} as Document;
const create = (more: { confirm?: string; done?: string } = {}) => {
  let resolve = () => {};
  let reject = (_cause: unknown) => {};
  const run = vi.fn(
    (): Promise<void> | undefined =>
      new Promise<void>((yes, no) => {
        resolve = yes;
        reject = no;
      }),
  );
  const report = vi.fn();
  const option = { ...more, run };
  const part = createOptions({ options: [option], report });
  return { part, option, run, report, finish: () => resolve(), fail: (cause: unknown) => reject(cause) };
};
const stepOf = (side: ReturnType<typeof create>) => side.part.chosen.value?.step;

describe('a chosen option', () => {
  it('is pending while it is done, and then over', async () => {
    const side = create();
    const done = side.part.choose(side.option, doc);
    expect(stepOf(side)).toBe('pending');
    side.finish();
    await done;
    expect(stepOf(side)).toBe('over');
    side.part.leave();
    expect(side.part.chosen.value).toBeUndefined();
  });

  it('that is done at once is never pending', async () => {
    const side = create();
    side.run.mockReturnValueOnce(undefined);
    const steps: unknown[] = [];
    side.part.chosen.subscribe((chosen) => steps.push(chosen?.step));
    await side.part.choose(side.option, doc);
    expect(steps).toEqual([undefined, 'over']);
  });

  it('asks for confirmation once if it needs one', async () => {
    const side = create({ confirm: 'Sure?', done: 'Over.' });
    await side.part.choose(side.option, doc);
    expect([stepOf(side), side.run.mock.calls.length]).toEqual(['confirm', 0]);
    const done = side.part.go(doc);
    expect([stepOf(side), side.run.mock.calls]).toEqual(['pending', [[doc]]]);
    side.finish();
    await done;
    expect(stepOf(side)).toBe('done');
  });

  it('that failed says so and is done again without being asked about again', async () => {
    const side = create({ confirm: 'Sure?' });
    await side.part.choose(side.option, doc);
    const first = side.part.go(doc);
    const cause = new RequestError('network', 'offline');
    side.fail(cause);
    await first;
    expect([stepOf(side), side.report.mock.calls]).toEqual(['failed', [['An option failed', cause]]]);
    const second = side.part.go(doc);
    side.finish();
    await second;
    expect(stepOf(side)).toBe('over');
  });

  it('is not done twice by a second press', async () => {
    const side = create();
    void side.part.choose(side.option, doc);
    await side.part.choose(side.option, doc);
    await side.part.go(doc);
    expect(side.run).toHaveBeenCalledTimes(1);
  });

  it('continues when the menu is left, unless it is unconfirmed', async () => {
    const side = create({ confirm: 'Sure?' });
    await side.part.choose(side.option, doc);
    side.part.leave();
    expect(side.part.chosen.value).toBeUndefined();
    await side.part.choose(side.option, doc);
    void side.part.go(doc);
    side.part.leave();
    expect(stepOf(side)).toBe('pending');
  });

  it('ends with its visitor and shows nothing', async () => {
    const side = create();
    const done = side.part.choose(side.option, doc);
    side.fail(new RequestError('cancelled', 'gone'));
    await done;
    expect([side.part.chosen.value, side.report.mock.calls]).toEqual([undefined, []]);
  });
});
