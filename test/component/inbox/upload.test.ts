import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../../../examples/support-desk/inbox/services/api';
import { createFakeClock } from '../../support/fakeClock';

afterEach(() => vi.unstubAllGlobals());

/** A request as the browser makes it; the test answers. */
class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?(event: { loaded: number; total: number }): void } = {};
  headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  address = '';
  onload?: () => void;
  onloadend?: () => void;
  constructor() {
    FakeRequest.last = this;
  }
  open(method: string, address: string) {
    this.address = `${method} ${address}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send() {}
  abort() {
    this.onloadend?.();
  }
  answer(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload?.();
    this.onloadend?.();
  }
}

const start = () => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const clock = createFakeClock();
  const onProgress = vi.fn();
  const abort = new AbortController();
  const file = new File(['x'], 'x.pdf');
  const result = createApi({ clock }).upload('ana', file, {}, { onProgress, signal: abort.signal });
  return { clock, onProgress, abort, result, request: FakeRequest.last };
};

describe('an agent’s file', () => {
  it('tells its progress, and comes back as its message', async () => {
    const { clock, onProgress, result, request } = start();
    expect(request.address).toBe('POST /agent/api/conversations/ana/files');
    expect(request.headers.Authorization).toBeUndefined();
    request.upload.onprogress?.({ loaded: 1, total: 4 });
    expect(onProgress).toHaveBeenLastCalledWith(0.25);
    request.answer(201, { messages: [{ _id: 'm', type: 'file', role: 'appMaker', received: 1 }] });
    expect(await result).toMatchObject({ ok: true, value: { _id: 'm', type: 'file' } });
    expect(clock.pending()).toBe(0);
  });

  it('is refused in the words of the desk', async () => {
    const { result, request } = start();
    request.answer(413, { error: { code: 'fileSize', description: 'The file is too large' } });
    expect(await result).toEqual({ ok: false, failure: 'rejected', reason: 'The file is too large' });
  });

  it('fails when nothing of it moves for half a minute, and when it is cancelled', async () => {
    const stuck = start();
    await stuck.clock.advance(29_000);
    stuck.request.upload.onprogress?.({ loaded: 1, total: 4 });
    await stuck.clock.advance(29_000);
    stuck.request.upload.onprogress?.({ loaded: 2, total: 4 });
    await stuck.clock.advance(30_000);
    expect(await stuck.result).toEqual({ ok: false, failure: 'network' });
    const cancelled = start();
    cancelled.abort.abort();
    expect(await cancelled.result).toEqual({ ok: false, failure: 'network' });
  });
});
