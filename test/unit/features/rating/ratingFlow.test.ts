import { describe, expect, it, vi } from 'vitest';
import { createRatingFlow } from '../../../../src/features/rating/ratingFlow';
import type { Rating } from '../../../../src/services/ratingCalls';
import { RequestError } from '../../../../src/services/requestError';
import { flush } from '../../../support/fakeClock';

const create = (stored?: Rating) => {
  const get = vi.fn(async (_id: string): Promise<Rating | undefined> => stored);
  const send = vi.fn(async (_id: string, _rating: Rating) => {});
  const report = vi.fn();
  return { get, send, report, flow: createRatingFlow({ get, send, report }) };
};

describe('the rating of an ended conversation', () => {
  it('is asked for when there is none, and sent with the first press', async () => {
    const { flow, send } = create();
    await flow.open('c');
    expect(flow.state.value).toEqual({ id: 'c', rating: undefined, step: 'asked' });
    const rated = flow.rate({ score: 'good' });
    expect(flow.state.value?.step).toBe('sending');
    await rated;
    expect([flow.state.value?.step, send.mock.calls]).toEqual(['sent', [['c', { score: 'good' }]]]);
  });

  it('is shown as it was given before', async () => {
    const { flow } = create({ score: 'bad', comment: 'slow' });
    await flow.open('c');
    expect(flow.state.value).toEqual({ id: 'c', rating: { score: 'bad', comment: 'slow' }, step: 'sent' });
  });

  it('is not asked for where it cannot be read', async () => {
    const { flow, get, report } = create();
    get.mockRejectedValue(new RequestError('http', '403', 403));
    await flow.open('c');
    await flow.rate({ score: 'good' });
    expect([flow.state.value, report.mock.calls.length]).toEqual([undefined, 1]);
  });

  it('that failed can be sent again', async () => {
    const { flow, send } = create();
    await flow.open('c');
    send.mockRejectedValueOnce(new RequestError('network', 'offline'));
    await flow.rate({ score: 'bad' });
    expect(flow.state.value).toEqual({ id: 'c', rating: { score: 'bad' }, step: 'failed' });
    await flow.rate({ score: 'bad' });
    expect(flow.state.value?.step).toBe('sent');
  });

  it('is that of the last press, and of the conversation on screen', async () => {
    const { flow, send, get } = create();
    await flow.open('c');
    let settle = () => {};
    send.mockReturnValueOnce(new Promise<void>((_, reject) => (settle = () => reject(new Error('late')))));
    void flow.rate({ score: 'bad' });
    await flow.rate({ score: 'good' });
    settle();
    await flush();
    expect(flow.state.value).toEqual({ id: 'c', rating: { score: 'good' }, step: 'sent' });
    let answer = (_: Rating) => {};
    get.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    void flow.open('d');
    await flow.open('e');
    answer({ score: 'bad' });
    await flush();
    expect(flow.state.value).toEqual({ id: 'e', rating: undefined, step: 'asked' });
  });
});
