/**
 * The changes to faye as published. Each patch wraps one of its functions at run time; its files stay as they are.
 * `test/unit/services/fayePatches.test.ts` has a test for each. Only this file and `fayeClient` import faye, and both
 * are in a lazily loaded chunk. The inbox imports the patches, too.
 */
import Channel from 'faye/src/protocol/channel';
import EventSourceTransport from 'faye/src/transport/event_source';
import Transport from 'faye/src/transport/transport';
import WebSocketTransport from 'faye/src/transport/web_socket';
import XHR from 'faye/src/transport/xhr';
import Pending from 'faye/src/util/set';
import { obj, str } from '../wire/decode';

// faye uses XHR for its own origin alone, and would not even shake hands with another one but by JSONP. Every supported
// browser can: https://github.com/faye/faye/issues/466
XHR.isUsable = (_dispatcher, _endpoint, callback, context) => callback.call(context, true);

// A browser may wait a minute for the close handshake of a dead socket, and faye, which only asks it to close, waits
// with it. Until then, what it sends is lost, such as the subscription after a new handshake. Report the close at once,
// so that the next request uses a new socket: https://github.com/faye/faye/blob/master/src/transport/web_socket.js
const { request } = WebSocketTransport.prototype;
WebSocketTransport.prototype.close = function () {
  const socket = this._socket;
  socket?.close();
  socket?.onclose?.();
};
WebSocketTransport.prototype.request = function (messages) {
  request.call(this, messages);
  return { abort: () => this.close() };
};

// faye assumes that a WebSocket that opens delivers, and that one that has worked once always will. `model/ways`
// decides instead.
const { isUsable: opens } = WebSocketTransport;
WebSocketTransport.isUsable = function (dispatcher, endpoint, callback, context) {
  if (dispatcher.maySocket?.() === false) callback.call(context, false);
  else opens.call(this, dispatcher, endpoint, callback, context);
};

// faye assumes that an event stream that opens delivers, but some proxies hold its data back (`isUsable`):
// https://github.com/faye/faye/blob/master/src/transport/event_source.js Streams are used only where no WebSocket
// works, which is rare. The code that tests one loads then.
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

const messagesOf = (replies: unknown): object[] =>
  [replies].flat().filter((reply): reply is object => Channel.isValid(str(obj(reply).channel) ?? ''));

// faye treats every entry of a frame as a message; an invalid entry, or one without a channel, would lose the others,
// too: https://github.com/faye/faye/issues/185
const { _receive } = Transport.prototype;
Transport.prototype._receive = function (replies) {
  if (replies) _receive.call(this, messagesOf(replies));
};

/** The text of a socket's frame without invalid entries. */
const withoutInvalid = (text: unknown): string => {
  try {
    return JSON.stringify(messagesOf(JSON.parse(text as string)));
  } catch {
    return '';
  }
};

// A socket reads its frame's entries once before that, with the same loss: https://github.com/faye/faye/issues/185
const { connect, _createSocket } = WebSocketTransport.prototype;
WebSocketTransport.prototype._createSocket = function () {
  this.made = _createSocket.call(this);
  return this.made;
};
WebSocketTransport.prototype.connect = function () {
  // A desk that restarts sends its advice unasked, and faye crashes on a reply while nothing was requested yet.
  this._pending ??= new Pending();
  connect.call(this);
  const socket = this.made;
  this.made = undefined;
  const take = socket?.onmessage;
  if (take) socket.onmessage = ({ data }) => take.call(socket, { data: withoutInvalid(data) });
};
