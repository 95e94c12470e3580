import { fileURLToPath } from 'node:url';
import { type Cluster, SICK } from './cluster';

type Sickness = {
  name: string;
  /** How large a part of all messages may have to be sent again; 2% by default. */
  most?: number;
  /** Whether its live clients connect to another process, so that they miss nothing. */
  isHandedOver?: boolean;
  begin(cluster: Cluster): Promise<void> | void;
  end(cluster: Cluster): Promise<void> | void;
};

/** Loaded before the desk. */
const MAKE_SICK = fileURLToPath(new URL('./sick.cjs', import.meta.url));
/** In MB; the desk itself takes about 30. */
const SMALL_HEAP = 56;

const restart = async (cluster: Cluster, sickness?: string, args: string[] = []): Promise<void> => {
  await cluster.end(SICK, 'SIGTERM');
  const more = sickness && { args: ['--require', MAKE_SICK, ...args], env: { SICKNESS: sickness } };
  await cluster.start(SICK, undefined, more || undefined);
};

const setAll = ({ wires }: Cluster, state: 'open' | 'lossy'): void => {
  for (const wire of Object.values(wires)) wire.set(state);
};

/** A process whose memory fills, and its supervisor, which starts it again whenever that has ended it. */
const createFullMemory = (): Sickness => {
  let isSick = false;
  let supervised = Promise.resolve();
  const supervise = async (cluster: Cluster): Promise<void> => {
    while (isSick) {
      await cluster.ended(SICK);
      const more = { args: ['--require', MAKE_SICK, `--max-old-space-size=${SMALL_HEAP}`] };
      if (!isSick) return;
      console.log('Its memory was full.');
      await cluster.start(SICK, undefined, { ...more, env: { SICKNESS: 'fullMemory' } });
    }
  };
  return {
    name: 'full memory',
    begin: async (cluster) => {
      await restart(cluster, 'fullMemory', [`--max-old-space-size=${SMALL_HEAP}`]);
      isSick = true;
      supervised = supervise(cluster);
    },
    end: async (cluster) => {
      isSick = false;
      cluster.signal(SICK, 'SIGKILL');
      await supervised;
      await cluster.start(SICK);
    },
  };
};

/** What can be wrong with one process of three while it still runs. */
export const SICKNESSES: Sickness[] = [
  {
    name: 'no database',
    isHandedOver: true,
    begin: ({ wires }) => wires.database.set('silent'),
    end: ({ wires }) => wires.database.set('open'),
  },
  {
    name: 'no Redis',
    isHandedOver: true,
    begin: ({ wires }) => wires.redis.set('silent'),
    end: ({ wires }) => wires.redis.set('open'),
  },
  {
    name: 'a slow disk',
    begin: (cluster) => restart(cluster, 'slowDisk'),
    end: (cluster) => restart(cluster),
  },
  {
    name: 'a process that stands still',
    // nginx asks another one before the messenger gives up.
    most: 0,
    isHandedOver: true,
    begin: ({ signal }) => signal(SICK, 'SIGSTOP'),
    end: ({ signal }) => signal(SICK, 'SIGCONT'),
  },
  {
    name: 'half the packets lost',
    begin: (cluster) => setAll(cluster, 'lossy'),
    end: (cluster) => setAll(cluster, 'open'),
  },
  {
    name: 'a clock off',
    begin: (cluster) => restart(cluster, 'clockOff'),
    end: (cluster) => restart(cluster),
  },
  createFullMemory(),
];
