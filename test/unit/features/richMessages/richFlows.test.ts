import { describe, expect, it, vi } from 'vitest';
import { createPostbacks } from '../../../../src/features/richMessages/sendPostback';
import { createLocationSharer } from '../../../../src/features/richMessages/shareLocation';
import { createWords } from '../../../../src/i18n/words';
import { askPosition } from '../../../../src/platform/geolocation';

const flush = () => new Promise<void>((resolve) => queueMicrotask(resolve));

const postbacks = (conversationId: string | undefined = 'c') => {
  const answers: { resolve: () => void; reject: (cause: unknown) => void }[] = [];
  const post = vi.fn(
    (_id: string, _postback: object) =>
      new Promise<void>((resolve, reject) => answers.push({ resolve, reject })),
  );
  const report = vi.fn();
  let ids = 0;
  const flow = createPostbacks({
    conversationId: () => conversationId,
    post,
    createId: () => `id-${++ids}`,
    report,
  });
  return { ...flow, post, report, answers };
};

describe('a postback', () => {
  it('is pending until the service answers, and cannot be pressed again until then (rich-8)', async () => {
    const { press, states, post, answers } = postbacks();
    const done = press('m a', 'a');
    void press('m a', 'a');
    expect(states.value['m a']).toBe('pending');
    expect(post.mock.calls).toEqual([['c', { actionId: 'a', referenceId: 'id-1' }]]);
    answers[0]?.resolve();
    await done;
    expect(states.value['m a']).toBeUndefined();
  });

  it('is shown as failed, and repeated with the same reference (rich-8)', async () => {
    const { press, states, post, answers, report } = postbacks();
    const done = press('m a', 'a');
    answers[0]?.reject(new Error('no'));
    await done;
    expect(states.value['m a']).toBe('failed');
    expect(report).toHaveBeenCalledOnce();
    const again = press('m a', 'a');
    answers[1]?.resolve();
    await again;
    expect(post.mock.calls.map(([, p]) => p)).toEqual(Array(2).fill({ actionId: 'a', referenceId: 'id-1' }));
    void press('m a', 'a');
    expect(post.mock.calls[2]?.[1]).toEqual({ actionId: 'a', referenceId: 'id-2' });
  });

  it('fails without a conversation, and can be pressed again', async () => {
    const flow = createPostbacks({
      conversationId: () => undefined,
      post: () => Promise.reject(new Error('must not be asked')),
      createId: () => 'x',
      report: () => {},
    });
    await flow.press('m a', 'a');
    expect(flow.states.value).toEqual({ 'm a': 'failed' });
  });
});

describe('a shared location', () => {
  it('is a text with a map, and the numbers for machines (rich-9)', async () => {
    const send = vi.fn();
    const { share, states } = createLocationSharer({
      ask: async () => ({ lat: 53.5511, long: 9.99371234567 }),
      say: (url) => `Here: ${url}`,
      send,
    });
    await share('k');
    expect(send.mock.calls).toEqual([
      [
        {
          text: 'Here: https://www.openstreetmap.org/?mlat=53.5511&mlon=9.993712#map=16/53.5511/9.993712',
          metadata: { latitude: 53.5511, longitude: 9.99371234567 },
        },
      ],
    ]);
    expect(states.value.k).toBeUndefined();
  });

  it('is sent without the marks that keep the address apart when it is drawn', async () => {
    const send = vi.fn();
    const words = createWords('he', { mine: 'המיקום שלי: {{url}}' }, vi.fn());
    const say = (url: string) => words.t('mine', { url });
    await createLocationSharer({ ask: async () => ({ lat: 1, long: 2 }), say, send }).share('k');
    expect(say('')).toMatch(/[\u2068\u2069]/);
    expect(send.mock.calls[0]?.[0].text).toBe(
      'המיקום שלי: https://www.openstreetmap.org/?mlat=1&mlon=2#map=16/1/2',
    );
  });

  it('is shown as failed when the visitor or the browser refuses', async () => {
    const send = vi.fn();
    const { share, states } = createLocationSharer({
      ask: () =>
        askPosition({
          getCurrentPosition: (_ok: unknown, no: (e: Error) => void) => no(new Error('denied')),
        } as unknown as Geolocation),
      say: (url) => url,
      send,
    });
    const done = share('k');
    expect(states.value.k).toBe('pending');
    await done;
    await flush();
    expect(states.value.k).toBe('failed');
    expect(send).not.toHaveBeenCalled();
  });
});
