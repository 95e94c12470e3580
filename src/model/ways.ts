import { SOCKETS_AGAIN_MS, SOCKETS_HOLD_MS } from './retries/realtime';

/** What is known of WebSockets on this line. Event streams prove themselves, and long polls are the last way. */
type Sockets =
  /** No data has passed through one yet: its first failure is enough. */
  | 'untried'
  /** Data has passed through one, in both directions. */
  | 'proven'
  /** A proven one has failed, perhaps by chance. */
  | 'doubted'
  /** One has failed, and no other way has carried data since: the whole network may be down. */
  | 'left'
  /** One has failed where another way works. */
  | 'avoided';

const SOCKET = 'websocket';
/** Several messages fail with one socket; a new one is opened a second later at the soonest. */
const SAME_FAILURE_MS = 500;

/** Decides, for the whole visit, whether live connections use WebSockets. */
export type Ways = {
  sockets(): Sockets;
  /** Whether a connection may use a WebSocket now. */
  maySocket(): boolean;
  /**
   * Data has passed through a way in both directions.
   * @param way its name in the protocol
   * @returns whether to connect again, because it is time to try the best way once more
   */
  carried(way: string): boolean;
  /**
   * A message got no answer by this way.
   * @returns whether to take another way now
   */
  failed(way: string): boolean;
  /** The network may have changed. */
  forget(): void;
};

/** @param now the current time in milliseconds */
export const createWays = (now: () => number): Ways => {
  let sockets: Sockets = 'untried';
  let since = 0;
  const to = (next: Sockets) => {
    sockets = next;
    since = now();
    return true;
  };
  // The clock may be set back.
  const lasted = (ms: number) => Math.abs(now() - since) >= ms;
  return {
    sockets: () => sockets,
    maySocket: () => sockets !== 'left' && sockets !== 'avoided',
    carried(way) {
      if (way === SOCKET) {
        if (sockets === 'untried' || (sockets === 'doubted' && lasted(SOCKETS_HOLD_MS))) to('proven');
      } else if (sockets === 'left') to('avoided');
      else return sockets === 'avoided' && lasted(SOCKETS_AGAIN_MS) && to('untried');
      return false;
    },
    failed(way) {
      if (way !== SOCKET) {
        if (sockets === 'left') to('untried');
      } else if (sockets === 'proven') to('doubted');
      else return (sockets === 'untried' || (sockets === 'doubted' && lasted(SAME_FAILURE_MS))) && to('left');
      return false;
    },
    forget: () => void to('untried'),
  };
};
