import { signal } from '@preact/signals-react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { applyRareEvent } from '../../../../src/delivery/receiving/applyRareEvent';
import { createEventApplier } from '../../../../src/delivery/receiving/applyRealtimeEvent';
import { createUploader } from '../../../../src/features/attachments/uploadFiles';
import { createUploads } from '../../../../src/features/attachments/uploadState';
import { PROXY_LIMIT, RequestError } from '../../../../src/services/requestError';
import { createChannelEvents } from '../../../../src/slices/channelEvents';
import { createConversations } from '../../../../src/slices/conversations';
import { createExperience } from '../../../../src/slices/experience';
import { createMessages, NEW_CONVERSATION } from '../../../../src/slices/messages';
import type { Author } from '../../../../src/wire/client';
import { decodeMessage, type WireMessage } from '../../../../src/wire/message';
import { decodeRealtimeEvent, type RealtimeEvent } from '../../../../src/wire/realtime';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { wireConversation } from '../../../support/messages';

type Watch = { cancelled: AbortSignal; onProgress: (part: number) => void };
type Call = { id: string; name: string; reference: string; watch: Watch };

const open: { dispose(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.dispose();
});

const setUp = ({ started = true, oneFile = signal(false) } = {}) => {
  const clock = createFakeClock();
  const messages = createMessages();
  const conversations = createConversations();
  const uploads = createUploads();
  const calls: Call[] = [];
  const answers: { take: (messageId: string) => void; fail: (error: RequestError) => void }[] = [];
  const start = vi.fn();
  const refresh = vi.fn();
  let ids = 0;
  const begin = () => {
    conversations.upsert(wireConversation('c'));
    messages.adopt('c');
  };
  if (started) begin();
  const uploader = createUploader({
    messages,
    conversations,
    uploads,
    clock,
    createId: () => `k${++ids}`,
    author: () => ({ role: 'appUser', appUserId: 'u', sessionId: 's' }) as Author,
    settings: { oneFile },
    upload: (id, file, reference, watch) => {
      calls.push({ id, name: file.name, reference, watch });
      return new Promise((take, fail) => answers.push({ take, fail }));
    },
    start,
    refresh,
  });
  open.push(uploader);
  const log = () =>
    messages
      .of(started ? 'c' : NEW_CONVERSATION)
      .value.map((m) => [m.altText, m.type, m.status, m.errorReason]);
  /** Delivers the finished message over realtime. */
  const arrive = (_id: string, referenceId?: string) =>
    messages.merge('c', [
      decodeMessage({
        _id,
        referenceId,
        role: 'appUser',
        type: 'image',
        received: clock.now() / 1000,
      }) as WireMessage,
    ]);
  const applier = createEventApplier({
    channelEvents: createChannelEvents(),
    messages,
    conversations,
    clock,
    connected: () => true,
    onOwnMessage: () => {},
    onIncoming: () => {},
    onRare: (event) =>
      applyRareEvent(
        {
          messages,
          conversations,
          user: { appUserId: signal<string | undefined>('u') },
          experience: createExperience(false),
          onLeft: () => {},
        },
        event,
      ),
  });
  const told = (event: unknown) => applier.apply([decodeRealtimeEvent(event) as RealtimeEvent]);
  /** Marks a message as sending again, as the text sender's retry does. */
  const retry = (key: string) => messages.patch('c', key, { status: 'sending', errorReason: undefined });
  const remove = (key: string) => messages.change('c', (held) => held.filter((m) => m.key !== key));
  return {
    clock,
    messages,
    uploads,
    uploader,
    told,
    calls,
    answers,
    start,
    refresh,
    log,
    arrive,
    retry,
    remove,
    begin,
  };
};

const png = (name: string) => new File(['x'], name, { type: 'image/png' });
const huge = (name: string) => Object.defineProperty(png(name), 'size', { value: 60_000_000 });
const failure = () => new RequestError('network', 'Request failed after 3 retries');

const it = test.extend('side', () => setUp());

describe('files that are sent', () => {
  it('show at once and go one at a time, in their order (file-6)', async ({ side }) => {
    side.uploader.send([png('a.png'), new File(['y'], 'b.pdf', { type: 'application/pdf' })]);
    expect(side.log()).toEqual([
      ['a.png', 'image', 'sending', undefined],
      ['b.pdf', 'file', 'sending', undefined],
    ]);
    expect(side.calls).toMatchObject([{ id: 'c', name: 'a.png', reference: 'k1' }]);
    side.calls[0]?.watch.onProgress(0.5);
    expect(side.uploads.all.value.get('k1')?.progress.value).toBe(0.5);
    side.answers[0]?.take('m1');
    await flush();
    expect(side.calls.map((c) => c.name)).toEqual(['a.png', 'b.pdf']);
  });

  it('become one message each, whether it arrives by its id or by its reference, before or after the answer', async () => {
    const side = setUp();
    side.uploader.send([png('a.png'), png('b.png'), png('c.png')]);
    side.answers[0]?.take('m1');
    await flush();
    side.arrive('m1');
    side.arrive('m2', 'k2');
    side.answers[1]?.take('m2');
    await flush();
    // Realtime delivered the message although the upload's answer was lost.
    side.arrive('m3', 'k3');
    side.answers[2]?.fail(failure());
    await flush();
    const held = side.messages.of('c').value;
    expect(held.map((m) => [m._id, m.key, m.status])).toEqual([
      ['m1', 'k1', 'sent'],
      ['m2', 'k2', 'sent'],
      ['m3', 'k3', 'sent'],
    ]);
    expect(side.uploads.all.value.size).toBe(0);
  });

  it('are refused by their rules, each for itself', ({ side }) => {
    const good = Array.from({ length: 26 }, (_, i) => png(`${i}.png`));
    side.uploader.send([png('a.exe'), ...good, png('b.exe'), huge('c.png')]);
    const failed = side.messages.of('c').value.filter((m) => m.status === 'failed');
    expect(failed.map((m) => [m.altText, m.errorReason, m.isRetryable])).toEqual([
      ['a.exe', 'fileType', false],
      ['25.png', 'tooMany', true],
      ['b.exe', 'fileType', false],
      ['c.png', 'fileSize', false],
    ]);
    expect(side.calls.map((c) => c.name)).toEqual(['0.png']);
  });

  it('are refused but for the first good one where a page permits one at a time (file-10)', async () => {
    const oneFile = signal(true);
    const side = setUp({ oneFile });
    side.uploader.send([png('a.exe'), png('b.png'), png('c.png'), huge('d.png')]);
    expect(side.log().map(([name, , , reason]) => [name, reason])).toEqual([
      ['a.exe', 'fileType'],
      ['b.png', undefined],
      ['c.png', 'oneFile'],
      ['d.png', 'fileSize'],
    ]);
    side.retry('k3');
    side.answers[0]?.take('m1');
    await flush();
    expect(side.calls.map((c) => c.name)).toEqual(['b.png', 'c.png']);
    oneFile.value = false;
    side.uploader.send([png('e.png'), png('f.png')]);
    expect(
      side
        .log()
        .slice(-2)
        .map(([, , status]) => status),
    ).toEqual(['sending', 'sending']);
  });

  it('wait for the network, and go again with the same reference until they arrive (http-16)', async () => {
    const side = setUp();
    side.uploader.send([png('a.png')]);
    for (const [times, wait] of [15, 30, 60, 60, 60, 60].entries()) {
      side.answers[times]?.fail(failure());
      await flush();
      expect(side.messages.of('c').value).toMatchObject([
        { status: 'failed', errorReason: 'unknown', isRetryable: true, isDelayed: true },
      ]);
      await side.clock.advance(wait * 1000 - 1);
      expect(side.calls).toHaveLength(times + 1);
      await side.clock.advance(1);
      expect(side.calls).toHaveLength(times + 2);
    }
    side.answers[6]?.take('m1');
    await flush();
    expect(new Set(side.calls.map((c) => c.reference))).toEqual(new Set(['k1']));
  });

  it('fail for a press where a proxy takes none of that size (file-4)', async ({ side }) => {
    side.uploader.send([png('a.png')]);
    side.answers[0]?.fail(new RequestError('network', '413', 0, PROXY_LIMIT));
    await flush();
    expect(side.log()).toEqual([['a.png', 'image', 'failed', 'unknown']]);
    await side.clock.advance(3_600_000);
    expect(side.calls).toHaveLength(1);
    side.retry('k1');
    expect(side.calls.map((c) => c.reference)).toEqual(['k1', 'k1']);
  });

  it.each(['NotFoundError', 'NotReadableError'])(
    'say that they were changed, if they can no longer be read: %s (file-11)',
    async (name) => {
      const side = setUp();
      const changed = Object.assign(png('a.png'), {
        slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', name)) }),
      });
      side.uploader.send([changed, png('b.png')]);
      side.answers[0]?.fail(failure());
      await flush();
      side.answers[1]?.fail(failure());
      await flush();
      expect(side.messages.of('c').value).toMatchObject([
        { status: 'failed', errorReason: 'fileChanged', isRetryable: false, isDelayed: false },
        { status: 'failed', errorReason: 'unknown', isRetryable: true, isDelayed: true },
      ]);
      await side.clock.advance(15_000);
      expect(side.calls.map((c) => c.name)).toEqual(['a.png', 'b.png', 'b.png']);
    },
  );

  it('pass the rules again when they are tried again (file-5)', ({ side }) => {
    // Files left by an earlier page that had other limits.
    for (const [key, file] of [
      ['k1', huge('a.png')],
      ['k2', png('b.exe')],
      ['k3', png('c.png')],
    ] as const) {
      side.uploader.add('c', key, file, 'tooMany');
      side.retry(key);
    }
    expect(side.messages.of('c').value.map((m) => [m.key, m.status, m.errorReason, m.isRetryable])).toEqual([
      ['k1', 'failed', 'fileSize', false],
      ['k2', 'failed', 'fileType', false],
      ['k3', 'sending', undefined, true],
    ]);
    expect(side.calls.map((c) => c.name)).toEqual(['c.png']);
  });

  it.each([
    [{ code: 'fileSize' }, 'fileSize', false],
    [{ status: 415 }, 'fileType', false],
    [{ code: 'tooMany' }, 'tooMany', true],
    [{ code: 'hologram' }, 'unknown', true],
    [undefined, 'unknown', true],
  ])('say why after upload:failed: %o', async (err, reason, retryable) => {
    const side = setUp();
    side.uploader.send([png('a.png')]);
    side.answers[0]?.take('m1');
    await flush();
    side.told({ type: 'upload:failed', conversationId: 'c', data: { messageId: 'm1' }, err });
    expect(side.messages.of('c').value.map((m) => [m.errorReason, m.isRetryable])).toEqual([
      [reason, retryable],
    ]);
  });

  it.each(['m1', 'k1'])('go again after upload:failed, whichever id it names: %s', async (messageId) => {
    const side = setUp();
    side.uploader.send([png('a.png')]);
    side.answers[0]?.take('m1');
    await flush();
    side.told({ type: 'upload:failed', conversationId: 'c', data: { messageId }, err: { code: 'x' } });
    expect(side.log()).toEqual([['a.png', 'image', 'failed', 'unknown']]);
    side.retry('k1');
    expect(side.calls).toHaveLength(2);
  });

  it('are too big or of the wrong type also by the service’s answer', async ({ side }) => {
    side.uploader.send([png('a.png'), png('b.png')]);
    side.answers[0]?.fail(new RequestError('http', '413', 413));
    await flush();
    side.answers[1]?.fail(new RequestError('http', '415', 415));
    await flush();
    expect(side.messages.of('c').value.map((m) => [m.errorReason, m.isRetryable])).toEqual([
      ['fileSize', false],
      ['fileType', false],
    ]);
  });

  it('are called off when they are taken away, and the next goes', async ({ side }) => {
    side.uploader.send([png('a.png'), png('b.png')]);
    side.remove('k1');
    expect(side.calls[0]?.watch.cancelled.aborted).toBe(true);
    // The next file is sent at once, without waiting for the cancelled call to end.
    expect(side.calls.map((c) => c.name)).toEqual(['a.png', 'b.png']);
    side.answers[0]?.fail(failure());
    await flush();
    expect(side.log()).toEqual([['b.png', 'image', 'sending', undefined]]);
    expect(side.calls).toHaveLength(2);
  });

  it('wait for the conversation that they begin', () => {
    const side = setUp({ started: false });
    side.uploader.send([png('a.png')]);
    expect(side.start).toHaveBeenCalledTimes(1);
    expect(side.calls).toEqual([]);
    side.begin();
    expect(side.calls).toMatchObject([{ id: 'c', reference: 'k1' }]);
  });

  it('fail with the conversation that cannot be begun, and wait to be tried again', () => {
    const side = setUp({ started: false });
    side.uploader.send([png('a.png')]);
    const failed = { status: 'failed', errorReason: 'network', isRetryable: true } as const;
    side.messages.patch(NEW_CONVERSATION, 'k1', failed);
    expect(side.log()).toEqual([['a.png', 'image', 'failed', 'unknown']]);
    side.messages.patch(NEW_CONVERSATION, 'k1', { status: 'sending' });
    side.begin();
    expect(side.calls).toMatchObject([{ id: 'c', reference: 'k1' }]);
  });

  it('are asked for when they are long in coming back', async ({ side }) => {
    side.uploader.send([png('a.png')]);
    side.answers[0]?.take('m1');
    await side.clock.advance(9_999);
    expect(side.refresh).not.toHaveBeenCalled();
    await side.clock.advance(1);
    expect(side.refresh).toHaveBeenCalledTimes(1);
  });

  it('leave neither timer nor request behind', async ({ side }) => {
    side.uploader.send([png('a.png'), png('b.png')]);
    side.answers[0]?.take('m1');
    await flush();
    side.uploader.dispose();
    expect(side.clock.pending()).toBe(0);
    expect(side.calls[1]?.watch.cancelled.aborted).toBe(true);
  });
});
