import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallDeps } from '../../../../src/features/hostCalls/callDeps';
import { createCallRunner } from '../../../../src/features/hostCalls/callRunner';
import { CALLS } from '../../../../src/features/hostCalls/callTable';
import type { ApiContext } from '../../../../src/features/hostCalls/createApi';
import { createUntilLoaded } from '../../../../src/features/hostCalls/untilLoaded';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { createFakePage } from '../../../support/fakePage';

const create = () => {
  const clock = createFakeClock();
  const page = createFakePage();
  const undos: (() => void)[] = [];
  const onDispose = (undo: () => void) => void undos.push(undo);
  return { clock, page, undos, untilLoaded: createUntilLoaded({ page, clock, onDispose }) };
};

describe('a file of a call that fails to load', () => {
  it('is asked for again when the page is online', async () => {
    const { page, clock, untilLoaded } = create();
    page.setOnline(false);
    const load = vi.fn(async () => (page.online() ? 'file' : Promise.reject(new Error('offline'))));
    const loaded = untilLoaded(load);
    await clock.advance(3_600_000);
    expect(load).toHaveBeenCalledTimes(1);
    page.setOnline(true);
    expect(await loaded).toBe('file');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is asked for four more times online, and then given up', async () => {
    const { clock, untilLoaded } = create();
    const load = vi.fn(() => Promise.reject(new Error('blocked')));
    const loaded = untilLoaded(load);
    loaded.catch(() => {});
    await clock.advance(45_000);
    expect(load).toHaveBeenCalledTimes(4);
    await clock.advance(3_600_000);
    await expect(loaded).rejects.toThrow('blocked');
    expect([load.mock.calls.length, clock.pending()]).toEqual([5, 0]);
  });

  it('is not asked for after the messenger has ended', async () => {
    const { page, undos, untilLoaded } = create();
    page.setOnline(false);
    const load = vi.fn(() => Promise.reject(new Error('offline')));
    void untilLoaded(load);
    await flush();
    for (const undo of undos) undo();
    page.setOnline(true);
    await flush();
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe('calls whose files fail to load once', () => {
  afterEach(() => vi.restoreAllMocks());
  const LAZY = Object.entries(CALLS).flatMap(([name, { load }]) => (load ? name : []));

  it('are all made once the page is online, in their order, with their arguments', async () => {
    const { page, untilLoaded } = create();
    const made: unknown[] = [];
    for (const name of LAZY) {
      const createCommands = () => ({ [name]: (...args: unknown[]) => void made.push([name, ...args]) });
      vi.spyOn(CALLS[name] as Required<(typeof CALLS)[string]>, 'load').mockImplementation(async () => {
        if (!page.online()) throw new TypeError('Failed to fetch');
        return { createCommands };
      });
    }
    const report = vi.fn();
    const runner = createCallRunner({ report } as unknown as CallDeps, untilLoaded);
    page.setOnline(false);
    for (const name of LAZY) runner.run(name, {} as ApiContext, [name.length]);
    await flush();
    expect(made).toEqual([]);
    page.setOnline(true);
    await flush();
    await vi.waitFor(() => expect(made).toEqual(LAZY.map((name) => [name, name.length])));
    expect(report).not.toHaveBeenCalled();
  });

  it('are lost with a reason for their callback where their file cannot be had online', async () => {
    const { clock, untilLoaded } = create();
    vi.spyOn(CALLS['messenger.updateUser'] as Required<(typeof CALLS)[string]>, 'load').mockRejectedValue(
      new TypeError('Failed to fetch'),
    );
    const report = vi.fn();
    const answer = vi.fn();
    const runner = createCallRunner({ report } as unknown as CallDeps, untilLoaded);
    const context = { callback: (_: string, done: unknown) => done } as unknown as ApiContext;
    runner.run('messenger.updateUser', context, [() => ({}), answer]);
    await clock.advance(60_000);
    expect(answer.mock.calls).toMatchObject([[{ reason: 'notLoaded' }]]);
    expect(report).toHaveBeenCalledTimes(1);
  });
});
