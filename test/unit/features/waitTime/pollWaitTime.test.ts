import { signal } from '@preact/signals-react';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { WaitTime } from '../../../../src/features/waitTime/fetchWaitTime';
import { createWaitTimePolling } from '../../../../src/features/waitTime/pollWaitTime';
import { RequestError } from '../../../../src/services/requestError';
import { decodeWaitTimeConfig } from '../../../../src/wire/extras';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { refused } from '../../../support/fakeService';
import { hold } from '../../../support/hold';
import { hostileNumber, hostileValue } from '../../../support/hostileValues';

type Options = { pollingSeconds?: number; onlyDecreasingQueue?: boolean };

const create = (options: Options = {}) => {
  const clock = createFakeClock();
  const conversation = signal<{ _id: string; routingStatus?: string; queue?: Partial<WaitTime> } | undefined>(
    undefined,
  );
  const visible = signal(true);
  const answers: (WaitTime | Error | Promise<WaitTime>)[] = [];
  const asked: string[] = [];
  const onFailed = vi.fn();
  const flow = createWaitTimePolling({
    async fetchWaitTime(id) {
      asked.push(id);
      const answer = await (answers.shift() ?? at(1));
      if (answer instanceof Error) throw answer;
      return answer;
    },
    conversation,
    visible,
    clock,
    onFailed,
    ...options,
  });
  const route = async (routingStatus?: string, _id = 'c') => {
    conversation.value = { _id, routingStatus };
    await flush();
  };
  /** Applies a 'queued' activity that states the wait. */
  const hear = (queue: Partial<WaitTime>, _id = 'c') => {
    conversation.value = { _id, routingStatus: 'queued', queue };
  };
  return { ...flow, clock, conversation, visible, answers, asked, onFailed, route, hear };
};
const at = (queuePosition?: number, responseTime?: number): WaitTime => ({
  queuePosition,
  responseTime,
  isInitialRouting: true,
});

const it = test.extend('side', () => create());

describe('the waiting time', () => {
  it('is requested at once and every 60 seconds (wait-3)', async ({ side }) => {
    await side.clock.advance(120_000);
    expect(side.asked).toEqual([]);
    side.answers.push(at(3, 90), at(2, 60));
    await side.route('queued');
    expect([side.asked, side.waiting.value]).toEqual([['c'], { position: 3, responseTime: 90 }]);
    await side.clock.advance(59_999);
    expect(side.asked).toHaveLength(1);
    await side.clock.advance(1);
    expect([side.asked.length, side.waiting.value]).toEqual([2, { position: 2, responseTime: 60 }]);
  });

  it('is requested at the configured interval, at most once a second (wait-3)', async () => {
    const side = create({ pollingSeconds: 5 });
    await side.route('queued');
    await side.clock.advance(20_000);
    expect(side.asked).toHaveLength(5);
    const hasty = create({ pollingSeconds: 0 });
    await hasty.route('queued');
    await hasty.clock.advance(10_000);
    expect(hasty.asked).toHaveLength(11);
  });

  it('is requested at least once an hour and at most once a second (wait-3)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(hostileNumber, hostileValue), async (queuePollingInterval) => {
        const side = create({
          pollingSeconds: decodeWaitTimeConfig({ queuePollingInterval }).queuePollingInterval,
        });
        await side.route('queued');
        await side.clock.advance(3000);
        expect(side.asked.length).toBeLessThanOrEqual(4);
        await side.clock.advance(57_000);
        const soon = side.asked.length;
        if (soon === 1) await side.clock.advance(3_540_000);
        expect(side.asked.length).toBeGreaterThan(1);
        side.dispose();
      }),
      { numRuns: 60 },
    );
  });

  it('may have no position or no time', async ({ side }) => {
    side.answers.push(at());
    await side.route('queued');
    expect(side.waiting.value).toEqual({ position: undefined, responseTime: undefined });
  });

  it.each(['assigned', 'cleared', undefined])(
    'is not requested once the status is %s',
    async (routingStatus) => {
      const side = create();
      await side.route('queued');
      await side.route(routingStatus);
      expect([side.waiting.value, side.clock.pending()]).toEqual([undefined, 0]);
      await side.clock.advance(600_000);
      expect(side.asked).toHaveLength(1);
    },
  );

  it('ignores an answer to an earlier stay in the queue', async ({ side }) => {
    const { until, release } = hold();
    side.answers.push(
      until.then(() => at(9)),
      at(2),
    );
    await side.route('queued');
    await side.route('assigned');
    await side.route('queued');
    release();
    await flush();
    expect([side.asked.length, side.waiting.value?.position]).toEqual([2, 2]);
    await side.clock.advance(60_000);
    expect(side.asked).toHaveLength(3);
  });

  it('is requested at once for another conversation', async ({ side }) => {
    side.answers.push(at(5), at(8));
    await side.route('queued');
    await side.route('queued', 'd');
    expect([side.asked, side.waiting.value?.position]).toEqual([['c', 'd'], 8]);
  });

  it('is taken from activities of the same conversation (wait-2)', async ({ side }) => {
    const { until, release } = hold();
    side.answers.push(until.then(() => at(8, 80)));
    side.hear(at(4, 30));
    expect(side.waiting.value).toEqual({ position: 4, responseTime: 30 });
    release();
    await flush();
    side.hear(at(3, 20));
    expect([side.asked.length, side.waiting.value]).toEqual([1, { position: 3, responseTime: 20 }]);
    side.hear(at(1), 'd');
    expect(side.waiting.value?.position).toBe(1);
  });

  it('stays when an activity does not name it', async ({ side }) => {
    side.answers.push(at(2, 20));
    await side.route('queued');
    side.hear({ isInitialRouting: true });
    expect(side.waiting.value).toEqual({ position: 2, responseTime: 20 });
  });

  it('is not replaced by an activity older than the last answer', async ({ side }) => {
    side.answers.push(at(2));
    side.hear(at(4));
    await flush();
    side.conversation.value = { ...side.conversation.value, _id: 'c' };
    expect(side.waiting.value?.position).toBe(2);
  });

  it('is requested once at a time, even with a slow answer', async () => {
    const side = create({ pollingSeconds: 1 });
    const { until, release } = hold();
    side.answers.push(until.then(() => at(2)));
    await side.route('queued');
    await side.clock.advance(30_000);
    await side.route('queued');
    expect(side.asked).toHaveLength(1);
    release();
    await flush();
    expect([side.asked.length, side.waiting.value?.position]).toEqual([2, 1]);
  });
});

describe('a hidden page', () => {
  it('requests nothing and keeps the last values', async ({ side }) => {
    side.answers.push(at(3));
    await side.route('queued');
    side.visible.value = false;
    await side.clock.advance(600_000);
    expect([side.asked.length, side.waiting.value?.position, side.clock.pending()]).toEqual([1, 3, 0]);
    side.visible.value = true;
    await flush();
    expect(side.asked).toHaveLength(2);
  });

  it('waits for the next interval when it is visible again soon', async ({ side }) => {
    await side.route('queued');
    await side.clock.advance(20_000);
    side.visible.value = false;
    side.visible.value = true;
    await side.clock.advance(39_999);
    expect(side.asked).toHaveLength(1);
    await side.clock.advance(1);
    expect(side.asked).toHaveLength(2);
  });

  it('requests nothing when an answer arrives after it was left', async ({ side }) => {
    const { until, release } = hold();
    side.answers.push(until.then(() => at(2)));
    await side.route('queued');
    side.visible.value = false;
    release();
    await flush();
    expect([side.waiting.value?.position, side.clock.pending()]).toEqual([2, 0]);
  });

  it('requests the time when it is visible, if the conversation was queued meanwhile', async ({ side }) => {
    side.visible.value = false;
    await side.route('queued');
    expect(side.asked).toEqual([]);
    side.visible.value = true;
    expect(side.asked).toEqual(['c']);
  });
});

describe('a queue that is shown only decreasing', () => {
  const positions = async (side: ReturnType<typeof create>, ...given: (number | undefined)[]) => {
    const shown: (number | undefined)[] = [];
    for (const position of given) {
      side.answers.push(at(position, 10));
      await side.clock.advance(60_000);
      shown.push(side.waiting.value?.position);
    }
    return shown;
  };

  it('never shows a position higher than before (wait-5)', async () => {
    const side = create({ onlyDecreasingQueue: true });
    side.answers.push(at(5));
    await side.route('queued');
    expect(await positions(side, 6, 4, undefined, 9, 1)).toEqual([5, 4, 4, 4, 1]);
    side.hear(at(3, 77));
    expect(side.waiting.value).toEqual({ position: 1, responseTime: 77 });
  });

  it('starts anew with each stay in the queue', async () => {
    const side = create({ onlyDecreasingQueue: true });
    side.answers.push(at(1), at(6));
    await side.route('queued');
    await side.route('assigned');
    await side.route('queued');
    expect(side.waiting.value?.position).toBe(6);
  });

  it('is shown unchanged if the setting is off', async ({ side }) => {
    await side.route('queued');
    expect(await positions(side, 6, 4, undefined)).toEqual([6, 4, undefined]);
  });
});

describe('a failed request', () => {
  it('is reported, so that the queue can be left', async ({ side }) => {
    side.onFailed.mockImplementation(() => {
      side.conversation.value = { _id: 'c' };
    });
    side.answers.push(refused(404));
    await side.route('queued');
    expect(side.onFailed.mock.calls).toEqual([['c', refused(404)]]);
    expect([side.waiting.value, side.clock.pending()]).toEqual([undefined, 0]);
  });

  it('is repeated at the next interval while the conversation is queued', async ({ side }) => {
    side.answers.push(at(4), refused(500), at(3));
    await side.route('queued');
    await side.clock.advance(60_000);
    expect([side.onFailed.mock.calls.length, side.waiting.value?.position]).toEqual([1, 4]);
    await side.clock.advance(60_000);
    expect(side.waiting.value?.position).toBe(3);
  });

  it('is not reported after the visitor has left', async ({ side }) => {
    side.answers.push(new RequestError('cancelled', 'Another visitor came meanwhile'));
    await side.route('queued');
    expect(side.onFailed).not.toHaveBeenCalled();
  });
});

it('continues when the visitor sets the clock back by an hour', async () => {
  let now = 0;
  const clock = createFakeClock();
  const asked: string[] = [];
  const flow = createWaitTimePolling({
    async fetchWaitTime(id) {
      asked.push(id);
      return at(1);
    },
    conversation: signal({ _id: 'c', routingStatus: 'queued' }),
    visible: signal(true),
    clock: { ...clock, now: () => now },
    onFailed: () => {},
  });
  now = -3_600_000;
  await clock.advance(60_000);
  expect(asked).toHaveLength(2);
  flow.dispose();
});

it('leaves no timer and shows nothing after its end', async ({ side }) => {
  const { until, release } = hold();
  await side.route('queued');
  side.answers.push(until.then(() => at(9)));
  await side.clock.advance(60_000);
  side.dispose();
  release();
  await flush();
  expect([side.waiting.value, side.clock.pending()]).toEqual([undefined, 0]);
  await side.route('queued', 'd');
  expect(side.asked).toHaveLength(2);
});
