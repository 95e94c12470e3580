import type { Site, SiteSign } from '../../model/firstRun';
import type { Log } from '../../process/log';
import { failureOf } from '../../process/log';
import type { DeskOperations } from '../deps';

const MOST_SITES = 20;
const KEPT_MS = 30 * 86_400_000;
/** The same sign of a site is stored once in this time. */
const AGAIN_MS = 60_000;
/** How many signs one process stores in that time. Anybody can name any origin. */
const MOST_SIGNS = 100;

/** The sites whose pages ask for the messenger: their origin, and when they last did. Nothing about visitors is kept. */
export type Sites = {
  /** Notes signs of a site, without waiting. */
  saw(origin: string, signs: readonly SiteSign[]): void;
  /** The newest first. */
  read(): Promise<Site[]>;
};

type SitesDeps = {
  store: Pick<DeskOperations, 'deskNote' | 'transaction'>;
  now: () => number;
  log: Pick<Log, 'warn'>;
};

const newestOf = ({ loadedAt = 0, takenAt = 0, refusedAt = 0 }: Site): number =>
  Math.max(loadedAt, takenAt, refusedAt);

const sitesIn = (note: string | undefined, now: number): Site[] =>
  (JSON.parse(note ?? '[]') as Site[]).filter((site) => newestOf(site) > now - KEPT_MS);

export const createSites = ({ store, now, log }: SitesDeps): Sites => {
  const noted = new Map<string, number>();
  let since = Number.NEGATIVE_INFINITY;

  /** Whether a sign is not stored yet. */
  const isNew = (origin: string, sign: SiteSign): boolean => {
    const at = now();
    if (at - since >= AGAIN_MS) {
      noted.clear();
      since = at;
    }
    const key = `${sign} ${origin}`;
    if (noted.has(key) || noted.size >= MOST_SIGNS) return false;
    noted.set(key, at);
    return true;
  };

  const put = (origin: string, signs: readonly SiteSign[], at: number): Promise<void> =>
    store.transaction(async (tx) => {
      await tx.lockDesk();
      const sites = sitesIn(await tx.deskNote('sites'), at);
      const before = sites.find((site) => site.origin === origin);
      const site = { ...before, origin, ...Object.fromEntries(signs.map((sign) => [sign, at])) };
      const others = sites.filter((one) => one !== before);
      await tx.putDeskNote('sites', JSON.stringify([site, ...others].slice(0, MOST_SITES)));
    });

  return {
    saw(origin, signs) {
      const fresh = signs.filter((sign) => isNew(origin, sign));
      if (fresh.length > 0)
        put(origin, fresh, now()).catch((error) => log.warn(failureOf(error), 'a site could not be noted'));
    },
    read: async () => sitesIn(await store.deskNote('sites'), now()),
  };
};
