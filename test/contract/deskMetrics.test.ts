import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Desk } from '../support/desk';
import { agent, createVisitor, listenAsAgent, listenAsVisitor, sendText } from '../support/deskClient';
import { killAll, start } from '../support/deskProcess';
import { folderForThisFile } from '../support/folder';
import { POSTGRES, type PostgresServer, startPostgres } from '../support/postgres';
import { readPromql } from '../support/promql';

const deploy = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../examples/support-desk/deploy/${file}`, import.meta.url)), 'utf8');

const alerts = (): { name: string; expr: string }[] =>
  [
    ...deploy('alerts.yml').matchAll(
      /- alert: (\w+)\n +expr: (.+)\n(?: +for: \w+\n)? +labels: .+\n +annotations:\n +summary: .+\n/g,
    ),
  ].map(([, name = '', expr = '']) => ({ name, expr }));

const panels = (): { name: string; expr: string }[] =>
  (
    JSON.parse(deploy('grafana.json')) as { panels: { title: string; targets: { expr: string }[] }[] }
  ).panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expr })));

describe('the alert rules and the dashboard', () => {
  it('are all read by these tests', () => {
    expect(alerts()).toHaveLength(deploy('alerts.yml').match(/- alert:/g)?.length ?? 0);
    expect(alerts().length).toBeGreaterThan(10);
    expect(panels().length).toBeGreaterThan(20);
  });

  it('are refused where they are no PromQL', () => {
    expect(readPromql('sum by (le) (rate(a_bucket{job="x", le=~"1|2"}[5m])) > 2e9')).toEqual({
      metrics: ['a_bucket'],
      labels: ['le', 'job', 'le'],
    });
    expect(readPromql('(sum(a == bool 1) == 0 or absent(a)) and on (instance) changes(b[15m]) > 3')).toEqual({
      metrics: ['a', 'a', 'b'],
      labels: ['instance'],
    });
    for (const wrong of ['sum(a', 'a{b="c")', 'rated(a)', 'a ; b']) expect(() => readPromql(wrong)).toThrow();
  });
});

describe.skipIf(!POSTGRES)('the figures of a desk', { timeout: 120_000 }, () => {
  const token = 'a-token-for-the-metrics';
  let postgres: PostgresServer;
  const folder = folderForThisFile();
  let text: string;
  /** The figures before the agent read the list of conversations. */
  let before: string;
  beforeAll(async () => {
    postgres = await startPostgres();
    const started = await start({
      DATA_DIR: folder,
      DATABASE_URL: await postgres.newDatabase(),
      AGENT_TOKEN: token,
      METRICS_TOKEN: token,
      DATABASE_POOL: '3',
      DATABASE_AGENT_POOL: '2',
      // Nobody answers there: the figure of the mailbox is 0.
      IMAP_URL: 'imap://replies:password@127.0.0.1:9/INBOX',
    });
    const desk = { origin: started.origin, agentToken: token, appId: 'porch' } as unknown as Desk;
    const visitor = await createVisitor(desk);
    const sides = [await listenAsAgent(desk), await listenAsVisitor(desk, visitor)];
    await sendText(visitor, 'Hello');
    await agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, {
      type: 'text',
      text: 'Hi',
    });
    const scrape = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${started.origin}/metrics`, { headers })).text();
    };
    before = await scrape();
    await agent(desk)('GET', '/conversations');
    for (const side of sides) await side.until(2);
    text = await scrape();
    for (const side of sides) side.stop();
    await started.end('SIGTERM');
  });
  afterAll(async () => {
    killAll();
    await postgres.close();
  });

  const figure = (name: string, from = text): number =>
    Number(
      from
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1),
    );

  it('count messages, deliveries, connections and space', () => {
    expect(figure('porch_messages_taken_total{role="appUser"}')).toBe(1);
    expect(figure('porch_messages_taken_total{role="appMaker"}')).toBe(1);
    expect(figure('porch_message_delivery_seconds_count{to="agents"}')).toBe(2);
    expect(figure('porch_message_delivery_seconds_count{to="visitors"}')).toBe(2);
    expect(figure('porch_database_connections_limit{pool="visitors"}')).toBe(3);
    expect(figure('porch_database_connections_limit{pool="agents"}')).toBe(2);
    // Neither an agent's list nor the figures themselves take a connection of visitors.
    const waits = (pool: string) => `porch_database_wait_seconds_count{pool="${pool}"}`;
    expect(figure(waits('visitors'))).toBe(figure(waits('visitors'), before));
    expect(figure(waits('agents'))).toBeGreaterThan(figure(waits('agents'), before) || 0);
    expect(figure('porch_emails_total{result="sent"}')).toBe(0);
    for (const name of [
      'porch_degraded',
      'porch_emails_waiting',
      'porch_events_waiting',
      'porch_upload_bytes',
      'porch_database_waiting{pool="visitors"}',
    ])
      expect([name, figure(name)]).toEqual([name, 0]);
    for (const name of ['porch_ready', 'porch_uploads_open']) expect([name, figure(name)]).toEqual([name, 1]);
    expect(figure('porch_upload_limit_bytes')).toBe(10_000 * 1_048_576);
    expect(figure('porch_disk_free_bytes')).toBeGreaterThan(0);
    expect(figure('porch_live_connections')).toBeGreaterThan(0);
  });

  it('are named as Prometheus does, in base units', () => {
    const own = [...text.matchAll(/^# TYPE (porch_\w+) (\w+)$/gm)];
    expect(own.length).toBeGreaterThan(10);
    for (const [, name = '', kind] of own) {
      expect([name, name.endsWith('_total')]).toEqual([name, kind === 'counter']);
      expect(name).not.toMatch(/_(ms|kb|mb|milliseconds|megabytes)\b/);
    }
  });

  it('are all that the alert rules and the dashboard read', () => {
    const known = new Map<string, Set<string>>([['up', new Set()]]);
    for (const [, name = '', kind] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
      for (const end of kind === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
        known.set(`${name}${end}`, new Set());
    for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} /gm))
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.get(name)?.add(label);
    // Nothing is refused here.
    known.get('porch_refused_total')?.add('limit');
    for (const { name, expr } of [...alerts(), ...panels()]) {
      const { metrics, labels } = readPromql(expr);
      expect([name, metrics.filter((metric) => !known.has(metric))]).toEqual([name, []]);
      expect(metrics.length).toBeGreaterThan(0);
      const given = new Set(metrics.flatMap((metric) => [...(known.get(metric) ?? [])]));
      // Prometheus adds the names of the job and of the process.
      const added = ['job', 'instance'];
      expect([name, labels.filter((label) => !added.includes(label) && !given.has(label))]).toEqual([
        name,
        [],
      ]);
    }
  });
});
