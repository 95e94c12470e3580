import { describe, expect, it } from 'vitest';
import { createStreams } from '../../../examples/support-desk/server/realtime/streams';

const standing = () => {
  const done: string[] = [];
  const streams = createStreams(
    {
      open: (clientId) => done.push(`open ${clientId}`),
      close: (clientId, close) => done.push(`${close === false ? 'leave' : 'close'} ${clientId}`),
    },
    (clientId) => clientId !== 'stranger',
  );
  const open = (clientId: string, name = clientId) =>
    streams.open(clientId, { send: () => undefined, close: () => done.push(`end ${name}`) }, {});
  const connect = (clientId: string, connectionType: string) =>
    streams.follow([{ channel: '/meta/connect', clientId, connectionType }]);
  return { done, streams, open, connect };
};

describe('an event stream', () => {
  it('carries nothing before its client has connected over it, and is taken once', () => {
    const { done, open, connect } = standing();
    open('a');
    connect('a', 'long-polling');
    expect(done).toEqual([]);
    connect('a', 'eventsource');
    connect('a', 'eventsource');
    expect(done).toEqual(['open a']);
  });

  it('carries nothing for a client that the desk does not know, nor for another one', () => {
    const { done, streams, open, connect } = standing();
    open('stranger');
    open('a');
    connect('stranger', 'eventsource');
    connect('b', 'eventsource');
    streams.follow([{ channel: '/meta/connect', connectionType: 'eventsource' }]);
    streams.follow([{ channel: '/meta/subscribe', clientId: 'a', connectionType: 'eventsource' }]);
    expect(done).toEqual([]);
  });

  it('gets no events once its client connects by another transport', () => {
    const { done, open, connect } = standing();
    const closed = open('a');
    connect('a', 'eventsource');
    connect('a', 'long-polling');
    closed();
    expect(done).toEqual(['open a', 'leave a', 'end a']);
  });

  it('is replaced by a newer one, which the older one’s end does not affect', () => {
    const { done, open, connect } = standing();
    const closed = open('a', 'older');
    connect('a', 'eventsource');
    open('a', 'newer');
    closed();
    expect(done).toEqual(['open a', 'leave a', 'end older']);
    connect('a', 'eventsource');
    expect(done.at(-1)).toBe('open a');
  });

  it('ends its own connection when it breaks, and no earlier long poll', () => {
    const { done, open, connect } = standing();
    open('a')();
    expect(done).toEqual([]);
    const closed = open('a');
    connect('a', 'eventsource');
    closed();
    expect(done).toEqual(['open a', 'close a']);
  });

  it('ends with its client, and all end with the desk', () => {
    const { done, streams, open } = standing();
    open('a');
    open('b');
    streams.end('a');
    streams.close();
    expect(done).toEqual(['end a', 'end b']);
  });
});
