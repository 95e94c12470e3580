import type { BlipCount, CampaignFigures, ErrorReport } from '../../model/insightEntities';
import type { Operations, Transaction } from '../../store/store';

/** How long counts are kept. */
const DAYS_KEPT = 90;
/** The most rows of one day. Further pages are counted together, under no name. */
const MAX_ROWS_A_DAY = 2000;
/** The most cases of errors. The oldest make room. */
const MAX_ERRORS = 500;
export const DAY_MS = 86_400_000;

/** The day of a time in ms, counted from 1970, in UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

type Counted = Pick<BlipCount, 'kind' | 'page'>;
type Campaign = Pick<CampaignFigures, 'campaignId' | 'seen' | 'dismissed'>;
type Report = Omit<ErrorReport, 'count' | 'firstAt' | 'lastAt'>;

/**
 * The counts, added up in memory and written together: thousands who look at one page would otherwise wait for one row.
 * A killed process loses what was not yet written.
 */
export type Figures = {
  /** Counts one on this day. */
  add(counted: Counted): void;
  addCampaign(campaign: Campaign): void;
  /** The same case is stored once and counted. */
  addError(report: Report): void;
  /** Writes what was added. If that fails, it is written next time. */
  flush(): Promise<void>;
};

/** The counts since the last write, by key. */
type Sums = {
  blips: Map<string, BlipCount>;
  campaigns: Map<string, Campaign>;
  errors: Map<string, ErrorReport>;
};

const noSums = (): Sums => ({ blips: new Map(), campaigns: new Map(), errors: new Map() });
const keyOf = ({ day, kind, page }: BlipCount): string => `${day} ${kind} ${page}`;

const addBlip = ({ blips }: Sums, row: BlipCount): void => {
  const known = blips.get(keyOf(row));
  const isRoom = known !== undefined || blips.size <= MAX_ROWS_A_DAY || row.page === '';
  if (!isRoom) addBlip({ ...noSums(), blips }, { ...row, page: '' });
  else blips.set(keyOf(row), { ...row, count: row.count + (known?.count ?? 0) });
};

const addCampaign = ({ campaigns }: Sums, { campaignId, seen, dismissed }: Campaign): void => {
  const known = campaigns.get(campaignId) ?? { seen: 0, dismissed: 0 };
  const sum = { seen: known.seen + seen, dismissed: known.dismissed + dismissed };
  campaigns.set(campaignId, { campaignId, ...sum });
};

const addError = ({ errors }: Sums, report: ErrorReport): void => {
  const { fingerprint } = report;
  const { count, firstAt } = errors.get(fingerprint) ?? { ...report, count: 0 };
  // The newest are last.
  errors.delete(fingerprint);
  errors.set(fingerprint, { ...report, firstAt, count: count + report.count });
  const [oldest] = errors.keys();
  if (errors.size > MAX_ERRORS && oldest !== undefined) errors.delete(oldest);
};

/** Always in the same order, so that two processes cannot wait for each other's rows. */
const inOrder = <T>(rows: Map<string, T>): T[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);

export const createFigures = ({
  store,
  now,
}: {
  store: Pick<Operations, 'transaction'>;
  now: () => number;
}): Figures => {
  let sums = noSums();
  /** The stored rows of each day, except those without a page. */
  let known = new Map<number, Set<string>>();
  let writing: Promise<void> = Promise.resolve();

  const rowsOf = async (
    tx: Pick<Transaction, 'blips' | 'deleteBlips'>,
    day: number,
  ): Promise<Set<string>> => {
    const rows = (await tx.blips(day)).filter((one) => one.day === day && one.page !== '');
    if (rows.length === 0) await tx.deleteBlips(day - DAYS_KEPT);
    return new Set(rows.map(keyOf));
  };

  const write = ({ blips, campaigns, errors }: Sums): Promise<void> =>
    store.transaction(async (tx) => {
      const kept = noSums();
      for (const day of new Set([...blips.values()].map((row) => row.day))) {
        const rows = inOrder(blips).filter((row) => row.day === day);
        const isKnown = (row: BlipCount) => row.page === '' || known.get(day)?.has(keyOf(row));
        if (!rows.every(isKnown)) known.set(day, await rowsOf(tx, day));
        for (const row of rows) {
          const named = known.get(day) ?? new Set();
          const isRoom = isKnown(row) || named.size < MAX_ROWS_A_DAY;
          addBlip(kept, isRoom ? row : { ...row, page: '' });
          if (isRoom && row.page !== '') named.add(keyOf(row));
        }
      }
      if (kept.blips.size > 0) await tx.addToBlips(inOrder(kept.blips));
      for (const campaign of inOrder(campaigns)) await tx.addToCampaign(campaign);
      for (const report of inOrder(errors)) await tx.addErrorReport(report);
      if (errors.size > 0) await tx.trimErrorReports(MAX_ERRORS);
    });

  const flushNow = async (): Promise<void> => {
    const { blips, campaigns, errors } = sums;
    if (blips.size + campaigns.size + errors.size === 0) return;
    const taken = sums;
    sums = noSums();
    try {
      await write(taken);
      known = new Map([...known].filter(([day]) => day >= dayOf(now()) - 1));
    } catch (error) {
      known = new Map();
      const newer = sums;
      sums = taken;
      for (const row of newer.blips.values()) addBlip(sums, row);
      for (const row of newer.campaigns.values()) addCampaign(sums, row);
      for (const row of newer.errors.values()) addError(sums, row);
      throw error;
    }
  };

  return {
    add: (counted) => addBlip(sums, { ...counted, day: dayOf(now()), count: 1 }),
    addCampaign: (campaign) => addCampaign(sums, campaign),
    addError: (report) => {
      const at = Math.floor(now());
      addError(sums, { ...report, count: 1, firstAt: at, lastAt: at });
    },
    flush: () => {
      const flushed = writing.then(flushNow);
      writing = flushed.catch(() => undefined);
      return flushed;
    },
  };
};
