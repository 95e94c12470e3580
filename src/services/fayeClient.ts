import Client, { type Scheduler } from 'faye/src/protocol/client';
import EventSourceTransport from 'faye/src/transport/event_source';
import Transport from 'faye/src/transport/transport';
import WebSocketTransport from 'faye/src/transport/web_socket';
import XHR from 'faye/src/transport/xhr';
import { obj, str } from '../wire/decode';

// The only file that imports faye, in a lazy chunk of its own. The library would not long-poll, and so not even shake
// hands, across origins; every browser that runs this can.
XHR.isUsable = (_dispatcher, _endpoint, callback, context) => callback.call(context, true);
// A browser may wait a minute for the farewell of a socket whose other end is gone, and the library waits with it. It
// is told at once, so that the next attempt is made over a new one.
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
// Streams are asked for where no socket can be used, which is rare: what makes them prove themselves comes then.
let proved: Promise<void> | undefined;
const { isUsable } = EventSourceTransport;
EventSourceTransport.isUsable = function (dispatcher, endpoint, callback, context) {
  // Before the handshake there is none, and the library does not wait.
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
// The library takes every entry of a frame for a message: one that is none ended the others with it.
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
  [replies].flat().filter((reply): reply is object => str(obj(reply).channel) !== undefined);

/** A socket's frame as text; parsed anew only where it may hold what is no message. */
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

/** The bounds of one round of attempts (SPEC.md section 5, DESIGN.md 3.3). */
export type Round = {
  /** Seconds from one attempt to the next. */
  retryInterval: number;
  maxAttempts: number;
  /** Milliseconds. */
  now(): number;
  /** False once the round was given up: the library alone would try for ever. */
  isOpen(): boolean;
  /** Every attempt was made. */
  onExhausted(): void;
};

/** How often and how soon the library sends a message that got no answer. */
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
    // Counted from the attempt, so that a connection which held for long is tried again soon after it broke.
    getInterval() {
      // The visitor's clock may have been set back meanwhile.
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

/** @param endpoint the Bayeux endpoint's address */
export const createFayeClient = (endpoint: string, round: Round): Client => {
  const client = new Client(endpoint, { timeout: 60, scheduler: schedulerFor(round) });
  // JSONP inserts scripts, which a strict CSP forbids; the form of `cors` is what XHR does here anyway.
  client.disable('callback-polling');
  client.disable('cross-origin-long-polling');
  // The page's `beforeunload` also comes with a `mailto:` link, which leaves the page where it is.
  client.disable('autodisconnect');
  return client;
};
