import Client from 'faye/src/protocol/client';
import EventSourceTransport from 'faye/src/transport/event_source';
import Transport from 'faye/src/transport/transport';
import WebSocketTransport from 'faye/src/transport/web_socket';
import XHR from 'faye/src/transport/xhr';

// The lazy chunk, and the only file that imports faye. It takes "long-poll, event-stream and socket" (SPEC.md section
// 7) and leaves JSONP out, which inserts scripts, as a strict CSP forbids. The library would not long-poll, and so not
// even shake hands, across origins; every browser that runs this can.
XHR.isUsable = (_dispatcher, _endpoint, callback, context) => callback.call(context, true);
Transport.register('websocket', WebSocketTransport);
Transport.register('eventsource', EventSourceTransport);
Transport.register('long-polling', XHR);

/**
 * @param endpoint the Bayeux endpoint's address
 * @param retrySeconds how long to wait between attempts
 */
export const createFayeClient = (endpoint: string, retrySeconds: number): Client => {
  const client = new Client(endpoint, { retry: retrySeconds, timeout: 45 });
  // A mailto: or download link fires beforeunload too; the connection must live on.
  client.disable('autodisconnect');
  return client;
};
