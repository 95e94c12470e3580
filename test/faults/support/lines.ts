import type { Fate, Line } from './line';

/** The visit's first moment, one while it begins, and three when all is well. */
const NOW = 0;
const SOON = 1700;
const TIMES = [NOW, 20_000, 45_000, 90_000] as const;
const LATER = TIMES[1];

const from = (ms: number, fate: Fate) => [[ms, fate]] as const;
const always = (fate: Fate) => from(NOW, fate);
const then = (...fates: Fate[]) => fates.map((fate, i) => [TIMES[i] ?? NOW, fate] as const);
const noSocket = { socket: always('refused') };

/** Lines of which a way carries messages at once in the end, by that way. */
export const LINES: Record<'websocket' | 'eventsource' | 'long-polling', Record<string, Line>> = {
  websocket: {
    'on which all is well': {},
    'with a socket where polls fail after the handshake': { poll: from(SOON, 'refused') },
    'with a socket where nothing comes by streams': { stream: always('mute') },
    'with a socket that is held back a little': { socket: always({ held: 600 }) },
    'with a socket that is ended once': { socket: [...from(LATER, 'refused'), [LATER + 100, 'open']] },
    'with a socket that is slow at first': { socket: then({ slow: 3000 }, 'open') },
  },
  eventsource: {
    'with a socket that opens and carries nothing': { socket: always('mute') },
    'with a socket that only carries to the desk': { socket: always('deaf') },
    'with a socket that only carries to the visitor': { socket: always('dumb') },
    'with a socket that is refused': noSocket,
    'with a socket that is cut before its first answer': { socket: always({ cut: 10 }) },
    'with a socket that is cut after 500 characters': { socket: always({ cut: 500 }) },
    'with a socket that is cut after 4000 characters': { socket: always({ cut: 4000 }) },
    'with a socket that lives for 1 s': { socket: always({ brief: 1000 }) },
    'with a socket that lives for 10 s': { socket: always({ brief: 10_000 }) },
    'with a socket that lives for 30 s': { socket: always({ brief: 30_000 }) },
    'with a very slow socket': { socket: always({ slow: 6000 }) },
    'with a socket that goes mute while the visit begins': { socket: from(SOON, 'mute') },
    'with a socket that goes mute': { socket: from(LATER, 'mute') },
    'with a socket that goes deaf': { socket: from(LATER, 'deaf') },
    'with a socket that goes dumb': { socket: from(LATER, 'dumb') },
    'with a socket that is ended and then refused': { socket: from(LATER, 'refused') },
    'with a socket that is ended, refused, and taken again': { socket: then('open', 'refused', 'open') },
    'with a socket that is ended, and then carries nothing': {
      socket: [...from(LATER, 'refused'), [LATER + 100, 'mute']],
    },
    'with a socket that is refused, and later works': { socket: then('refused', 'open') },
    'with a socket that is mute, and later works': { socket: then('mute', 'open') },
    'with a socket that works and is mute in turns': { socket: then('open', 'mute', 'open', 'mute') },
    'with a socket that works and is refused in turns': {
      socket: then('open', 'refused', 'open', 'refused'),
    },
    'with a socket that becomes slow': { socket: from(LATER, { slow: 7000 }) },
    'with a socket that becomes held back': { socket: from(LATER, { held: 20_000 }) },
    'with a socket that goes mute where polls are slow': {
      socket: from(LATER, 'mute'),
      poll: always({ slow: 2000 }),
    },
  },
  'long-polling': {
    'with a socket that never opens': { socket: always('hangs') },
    'without a socket, with a mute stream': { ...noSocket, stream: always('mute') },
    'without a socket, with a stream that is refused': { ...noSocket, stream: always('refused') },
    'without a socket, with a stream that never opens': { ...noSocket, stream: always('hangs') },
    'without a socket, with a stream that is held back': { ...noSocket, stream: always({ held: 4000 }) },
    'without a socket, with a stream that is cut after 40 characters': {
      ...noSocket,
      stream: always({ cut: 40 }),
    },
    'without a socket, with a stream that goes mute': { ...noSocket, stream: from(LATER, 'mute') },
    'without a socket, with a stream that is ended and then refused': {
      ...noSocket,
      stream: from(LATER, 'refused'),
    },
    'with a mute socket and a mute stream': { socket: always('mute'), stream: always('mute') },
    'with a socket and a stream that go mute at once': {
      socket: from(LATER, 'mute'),
      stream: from(LATER, 'mute'),
    },
  },
};

const noWay = (fate: Fate, at: number): Line => ({
  socket: from(at, fate),
  stream: from(at, fate),
  poll: from(at, fate),
});

/** Lines of which no way carries messages at once. */
export const SLOW_LINES: Record<string, Line> = {
  'with a slow socket': { socket: always({ slow: 2000 }) },
  'with a socket that is held back': { socket: always({ held: 4000 }) },
  'without a way': noWay('refused', NOW),
  'with ways that carry nothing': noWay('mute', NOW),
  'with ways that all go mute': noWay('mute', LATER),
  'with ways that are all ended and refused': noWay('refused', LATER),
  'with polls alone, which live for 2 s': {
    ...noSocket,
    stream: always('refused'),
    poll: always({ brief: 2000 }),
  },
  'with polls alone, whose answers are held back': {
    ...noSocket,
    stream: always('refused'),
    poll: from(SOON, 'deaf'),
  },
  'with a mute socket, where polls live for 2 s': {
    socket: always('mute'),
    stream: always('mute'),
    poll: always({ brief: 2000 }),
  },
  'with a handshake that is refused': { poll: always('refused') },
  'with a handshake that is not answered': { poll: always('mute') },
};
