import Channel from 'faye/src/protocol/channel';
import Client, { type Scheduler } from 'faye/src/protocol/client';
import EventSourceTransport from 'faye/src/transport/event_source';
import Transport from 'faye/src/transport/transport';
import WebSocketTransport from 'faye/src/transport/web_socket';
import XHR from 'faye/src/transport/xhr';
import { obj, str } from '../wire/decode';

// This is the only file that imports faye, and it is in a lazily loaded chunk. faye believes that XHR cannot
// reach other origins and would not even shake hands; every supported browser can.
XHR.isUsable = (_dispatcher, _endpoint, callback, context) => callback.call(context, true);
// A browser may wait a minute for the close handshake of a dead socket, and faye waits with it. Report the
// close at once, so that the next attempt uses a new socket.
const { request } = WebSocketTransport.prototype;
WebSocketTransport.prototype.request = function (messages) {
  const { abort } = request.call(this, messages);
  const socket = this._socket;
  return {
    abort() {
      abort();
      socket?.onclose?.();
    },
  };
};
// Event streams are used only where no WebSocket works, which is rare. The code that tests a stream loads then.
let proved: Promise<void> | undefined;
const { isUsable } = EventSourceTransport;
EventSourceTransport.isUsable = function (dispatcher, endpoint, callback, context) {
  // There is no client id before the handshake, and faye does not wait.
  if (!dispatcher.clientId) return callback.call(context, false);
  proved ??= import('./eventStream').then(({ proveStreams }) => proveStreams(EventSourceTransport));
  proved.then(
    () => isUsable.call(this, dispatcher, endpoint, callback, context),
    () => {
      proved = undefined;
      callback.call(context, false);
    },
  );
};
// faye treats every entry of a frame as a message; an invalid entry, or one without a channel, would lose the others with it.
const { _receive } = Transport.prototype;
Transport.prototype._receive = function (replies) {
  if (replies) _receive.call(this, messagesOf(replies));
};
const { connect, _createSocket } = WebSocketTransport.prototype;
WebSocketTransport.prototype._createSocket = function () {
  this.made = _createSocket.call(this);
  return this.made;
};
WebSocketTransport.prototype.connect = function () {
  connect.call(this);
  const socket = this.made;
  this.made = undefined;
  const take = socket?.onmessage;
  if (take) socket.onmessage = ({ data }) => take.call(socket, { data: withoutNull(data) });
};

const messagesOf = (replies: unknown): object[] =>
  [replies].flat().filter((reply): reply is object => Channel.isValid(str(obj(reply).channel) ?? ''));

/** The text of a socket's frame without invalid entries; parsed only where it may contain one. */
const withoutNull = (text: unknown): unknown => {
  if (typeof text !== 'string' || !text.includes('null')) return text;
  try {
    const frame: unknown = JSON.parse(text);
    const messages = messagesOf(frame);
    return Array.isArray(frame) && messages.length === frame.length ? text : JSON.stringify(messages);
  } catch {
    return '';
  }
};

/** The limits of one round of connection attempts. */
export type Round = {
  /** Seconds from one attempt to the next. */
  retryInterval: number;
  maxAttempts: number;
  /** The current time in milliseconds. */
  now(): number;
  /** False once the round is given up; faye alone would try for ever. */
  isOpen(): boolean;
  /** Called when every attempt has failed. */
  onExhausted(): void;
};

/** Decides how often and how soon faye resends a message that got no answer. */
const schedulerFor = (round: Round): Scheduler =>
  class {
    private attempts = 0;
    private sentAt = 0;
    private readonly timeout: number;
    constructor(_message: unknown, options: { timeout: number }) {
      this.timeout = options.timeout;
    }
    getTimeout() {
      return this.timeout;
    }
    // Counted from the last attempt, so that a connection that broke after a long time is tried again soon.
    getInterval() {
      // The visitor's clock may have been set back since.
      const waited = Math.max(0, (round.now() - this.sentAt) / 1000);
      return Math.max(1, round.retryInterval - waited);
    }
    isDeliverable() {
      return round.isOpen() && this.attempts < round.maxAttempts;
    }
    send() {
      this.attempts++;
      this.sentAt = round.now();
    }
    succeed() {}
    fail() {}
    abort() {
      if (round.isOpen()) round.onExhausted();
    }
  };

/**
 * Creates a faye client.
 * @param endpoint the address of the Bayeux endpoint
 */
export const createFayeClient = (endpoint: string, round: Round): Client => {
  const client = new Client(endpoint, { timeout: 60, scheduler: schedulerFor(round) });
  // JSONP inserts scripts, which a strict content security policy forbids. The cross-origin transport is not
  // needed, because XHR reaches other origins.
  client.disable('callback-polling');
  client.disable('cross-origin-long-polling');
  // `beforeunload` also fires for a `mailto:` link, which does not leave the page.
  client.disable('autodisconnect');
  return client;
};
