/** `npm run test:long -- load`: what one desk on PostgreSQL carries, with the load made on the same machine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Desk } from '../support/desk';
import { createVisitor, type Visitor } from '../support/deskClient';
import { startPostgres } from '../support/postgres';
import { type DeskProcess, launchDesk } from '../support/process';
import { quantile } from '../support/quantile';
import { spread } from './figures';
import { openIdleSockets, timePosts } from './idleSockets';
import { loadWithMessages } from './messages';

const MESSAGES_A_SECOND = 200;
const FEW = 100;
const MANY = 5000;
/** Idle sockets listen to the channels of so many visitors. */
const LISTENERS = 100;
const POSTS_A_SECOND = 20;
const POSTS_SECONDS = 15;
/** With many idle sockets, the 99th percentile of a post may be this many times as long. */
const TIMES_AS_LONG = 3;

const seconds = Number(process.env.LOAD_SECONDS ?? 60);
const problems: string[] = [];

const carryMessages = async (desk: Desk): Promise<void> => {
  const seen = await loadWithMessages(desk, MESSAGES_A_SECOND, seconds);
  const { sent, refused, stored, live } = seen;
  console.log(
    `${MESSAGES_A_SECOND} messages/s for ${seconds} s: ${sent} sent, ${refused} refused; ` +
      `${stored.lost} lost and ${stored.doubled} doubled in the database, ${live.lost} and ${live.doubled} live\n` +
      `  median / p99 until they arrived: ${spread(seen.toAgents)} at agents, ${spread(seen.toVisitors)} at visitors`,
  );
  const wrong = refused + stored.lost + stored.doubled + live.lost + live.doubled;
  if (wrong > 0) problems.push('messages were refused, lost or doubled');
};

const carrySockets = async (desk: Desk): Promise<void> => {
  const visitors: Visitor[] = [];
  while (visitors.length < LISTENERS) visitors.push(await createVisitor(desk));
  const measure = async (count: number): Promise<number> => {
    const sockets = await openIdleSockets(desk, visitors, count);
    // Not counted: opening them has left work behind.
    await timePosts(desk, POSTS_A_SECOND, POSTS_SECONDS / 3);
    const times = await timePosts(desk, POSTS_A_SECOND, POSTS_SECONDS);
    console.log(`${count} idle sockets, ${sockets.open()} open afterwards: a post takes ${spread(times)}`);
    if (sockets.open() < count)
      problems.push(`${count - sockets.open()} of ${count} idle sockets were closed`);
    sockets.close();
    return quantile(times, 0.99);
  };
  // Not counted: the first calls compile.
  await timePosts(desk, POSTS_A_SECOND, 3);
  const [few, many] = [await measure(FEW), await measure(MANY)];
  console.log(`  p99 is ${(many / few).toFixed(1)} times as long`);
  if (many > TIMES_AS_LONG * few) problems.push(`with ${MANY} idle sockets, posts take too long`);
};

const folder = mkdtempSync(join(tmpdir(), 'porch-load-'));
const server = await startPostgres();
let desk: DeskProcess | undefined;
try {
  desk = await launchDesk(folder, 0, { DATABASE_URL: await server.newDatabase() }).listening;
  const known = { ...desk, appId: 'porch' } as unknown as Desk;
  await carryMessages(known);
  await carrySockets(known);
} finally {
  await desk?.crash();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.log(`FAILED: ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);
