import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../examples/support-desk/server/realtime/engine';
import { bound } from '../../../examples/support-desk/server/realtime/sockets';
import { createFakeClock } from '../../support/fakeClock';

describe('what waits for a slow reader', () => {
  /** An engine with one subscribed client that never connects, so every event stays queued. */
  const createWaiting = () => {
    const gone: string[] = [];
    const engine = createEngine({ clock: createFakeClock() });
    const owner = {
      publish: (message: { channel: string; data: unknown }) => memory.publish(message),
      debug: () => undefined,
      hasConnection: () => false,
      trigger: (event: string, clientId: string) => {
        if (event === 'disconnect') gone.push(clientId);
      },
    };
    const memory = engine.type.create(owner, {});
    let client = '';
    memory.createClient((id) => {
      client = id;
    });
    memory.subscribe(client, '/channel');
    return { publish: () => engine.publish('/channel', { events: [] }), client, gone };
  };

  it('is at most 500 messages between two polls; then the client is let go', () => {
    const { publish, client, gone } = createWaiting();
    for (let i = 0; i < 500; i++) publish();
    expect(gone).toEqual([]);
    publish();
    expect(gone).toEqual([client]);
    publish();
    expect(gone).toEqual([client]);
  });

  it('goes out before what comes once the client has a socket', () => {
    const sent: unknown[] = [];
    let hasSocket = false;
    const engine = createEngine({
      clock: createFakeClock(),
      send: (_clientId, { data }) => hasSocket && sent.push(data) > 0,
    });
    const owner = {
      publish: (message: { channel: string; data: unknown }) => memory.publish(message),
      debug: () => undefined,
      hasConnection: () => hasSocket,
      deliver: (_clientId: string, messages: { data: unknown }[]) =>
        sent.push(...messages.map(({ data }) => data)),
      trigger: () => undefined,
    };
    const memory = engine.type.create(owner, {});
    memory.createClient((id) => memory.subscribe(id, '/channel'));
    engine.publish('/channel', 1);
    hasSocket = true;
    engine.publish('/channel', 2);
    engine.publish('/channel', 3);
    expect(sent).toEqual([1, 2, 3]);
  });

  it('is at most 1 MiB in a connection; then the connection is cut', () => {
    const stream = new PassThrough({ highWaterMark: 1 });
    const sent: string[] = [];
    const socket = bound(
      {
        url: '',
        onmessage: null,
        onclose: null,
        send: (text) => {
          sent.push(text);
          stream.write(text);
        },
        close: () => undefined,
      },
      stream,
    );
    const chunk = 'x'.repeat(300_000);
    for (let i = 0; i < 10 && !stream.destroyed; i++) socket.send(chunk);
    expect(stream.destroyed).toBe(true);
    expect(sent.length).toBeLessThan(7);
  });
});
