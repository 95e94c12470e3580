import { type Context, Hono } from 'hono';
import type { AuditAnswer, AuditChange, AuditEntry, AuditValue } from '../../shared/answers/audit';
import type { Deps } from '../domain/deps';
import { csvLine } from '../http/csv';
import { queryNumber } from '../http/query';
import { auditView } from './accountViews';

const ENTRIES_A_PAGE = 100;
const MOST_A_PAGE = 500;

const beforeOf = (c: Context): number | undefined =>
  c.req.query('before') === undefined ? undefined : queryNumber(c, 'before', 0);

const COLUMNS = [
  'id',
  'time',
  'actor kind',
  'actor id',
  'actor',
  'action',
  'target kind',
  'target id',
  'target',
  'detail',
  'changes',
];

const valueIn = (value: AuditValue | undefined): string => (value === undefined ? 'not set' : `${value}`);

const changesIn = (changes: readonly AuditChange[] = []): string =>
  changes.map(({ what, from, to }) => `${what}: ${valueIn(from)} → ${valueIn(to)}`).join('; ');

const lineOf = ({ id, at, actor, action, target, detail, changes }: AuditEntry): string =>
  csvLine([
    id,
    new Date(at * 1000).toISOString(),
    actor.kind,
    actor.id,
    actor.name,
    action,
    target?.kind,
    target?.id,
    target?.name,
    detail,
    changesIn(changes),
  ]);

/** The audit log, in pages and as one file. */
export const agentAuditRoutes = ({ store }: Pick<Deps, 'store'>): Hono => {
  const routes = new Hono();

  routes.get('/audit', async (c) => {
    const limit = Math.min(Math.max(1, queryNumber(c, 'limit', ENTRIES_A_PAGE)), MOST_A_PAGE);
    const found = await store.auditEntries({ before: beforeOf(c), limit: limit + 1 });
    const entries = found.slice(0, limit).map(auditView);
    const answer: AuditAnswer = { entries, next: found.length > limit ? entries.at(-1)?.id : undefined };
    return c.json(answer);
  });

  async function* lines(): AsyncGenerator<string> {
    yield csvLine(COLUMNS);
    for (let before: number | undefined; ; ) {
      const page = await store.auditEntries({ before, limit: MOST_A_PAGE });
      for (const entry of page) yield lineOf(auditView(entry));
      before = page.at(-1)?.place;
      if (page.length < MOST_A_PAGE) return;
    }
  }

  routes.get('/audit.csv', (c) => {
    const all = lines();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { value, done } = await all.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: async () => void (await all.return(undefined)),
    });
    return c.body(body, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="audit.csv"',
    });
  });

  return routes;
};
