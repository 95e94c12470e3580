import { num, obj } from '../../wire/decode';

/** What this browser remembers of one campaign. */
type CampaignRecord = { seenAt: number } | { dismissedAt: number };

/** The consent levels below `all` forbid keys with this prefix; `platform/storage` removes them, too. */
const RECORDS = 'ZD-campaigns';
/** How often the visitor has visited, and when last: `2 1800000000000`. */
const VISITS = 'ZD-campaigns.visits';
/** The newest campaigns that are remembered. */
const MOST = 100;
/** A visit is over after half an hour without a new page. */
const VISIT_MS = 30 * 60_000;

const parse = (text: string | null | undefined): Map<string, CampaignRecord> => {
  try {
    const records = Object.entries(obj(JSON.parse(text ?? '')));
    return new Map(
      records.flatMap(([id, row]): [string, CampaignRecord][] => {
        const seenAt = num(obj(row).seenAt);
        const dismissedAt = num(obj(row).dismissedAt);
        if (dismissedAt !== undefined) return [[id, { dismissedAt }]];
        return seenAt === undefined ? [] : [[id, { seenAt }]];
      }),
    );
  } catch {
    return new Map();
  }
};

/**
 * Which campaigns the visitor has seen and dismissed, in the browser's storage where that is allowed and possible,
 * otherwise for this page alone.
 * @param area the storage; reading it may throw
 * @param allowed whether the consent allows to use it now
 */
export const createRecords = (area: () => Storage, allowed: () => boolean, now: () => number) => {
  const own = new Map<string, CampaignRecord>();
  let returning: boolean | undefined;
  const use = <T>(run: (storage: Storage) => T): T | undefined => {
    try {
      return run(area());
    } catch {
      return undefined;
    }
  };
  /** The stored records with this page's additions. A campaign dismissed in another tab stays dismissed. */
  const all = () => {
    const records = parse(allowed() ? use((storage) => storage.getItem(RECORDS)) : null);
    for (const [id, record] of own) {
      const stored = records.get(id);
      if (stored && 'dismissedAt' in stored) continue;
      // Keeps the newest last.
      records.delete(id);
      records.set(id, record);
    }
    return records;
  };
  const write = () => {
    const records = [...all()].slice(-MOST);
    if (allowed()) use((storage) => storage.setItem(RECORDS, JSON.stringify(Object.fromEntries(records))));
    else for (const key of [RECORDS, VISITS]) use((storage) => storage.removeItem(key));
  };
  return {
    find: (id: string): CampaignRecord | undefined => all().get(id),
    keep(id: string, record: CampaignRecord) {
      own.delete(id);
      own.set(id, record);
      write();
    },
    /** The consent may have changed. */
    follow() {
      if (own.size > 0 || !allowed()) write();
    },
    /** Whether the visitor has visited before. It counts this visit, once. */
    returning(): boolean {
      if (returning === undefined && allowed()) {
        const [, count, last] = /^(\d{1,9}) (\d{1,16})$/.exec(use((s) => s.getItem(VISITS)) ?? '') ?? [];
        const visits = count ? Number(count) + (now() - Number(last) > VISIT_MS ? 1 : 0) : 1;
        use((storage) => storage.setItem(VISITS, `${visits} ${now()}`));
        returning = visits > 1;
      }
      return returning === true;
    },
  };
};

export type Records = ReturnType<typeof createRecords>;
