/** The rows of an operator: `docs/deploy.md` and `docs/operate.md`, on a machine of folders and stand-ins. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../docs/pages.mjs';
import { codeOf } from './blocks.mjs';
import { askAsAgent, becomeAdmin, createVisitor, signIn, untilHealthy, write } from './deskCalls.mjs';
import { createMachine } from './machine.mjs';
import { hasPostgres, startPostgres } from './postgres.mjs';
import { SEVERAL_PROCESSES } from './severalProcesses.mjs';

/**
 * @typedef {object} Operator
 * @property {import('./place.mjs').Place} place
 * @property {string} repository has the installed commit, and later one more
 * @property {import('./machine.mjs').Machine} machine
 * @property {number} postgresPort
 * @property {Record<string, string>} postgresEnv the environment of its programs
 * @property {string} databaseUrl
 */

/**
 * @param {import('./place.mjs').Place} place
 * @param {string} repository
 * @returns {Promise<Operator>}
 */
export const createOperator = async (place, repository) => ({
  place,
  repository,
  machine: await createMachine(place, repository),
  postgresPort: 0,
  postgresEnv: {},
  databaseUrl: '',
});

const NO_POSTGRES = hasPostgres() ? undefined : 'PostgreSQL is not installed on this machine';
/** Docker's own check of a compose file needs no daemon. */
const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;
const DOCKER = 'needs Docker’s daemon and its registry; what can be read of the files is tested by test/docs';
const QUESTION = 'Is anybody there?';

/** @param {Operator} operator @param {string} line a line of the environment file; the desk restarts with it */
const configure = async ({ machine }, line) => {
  appendFileSync(machine.local('/etc/porch.env'), `${line}\n`);
  await machine.run('systemctl restart porch');
  await untilHealthy(machine.origin);
};

/** @param {Operator} operator */
const ask = async ({ machine }) => write(await createVisitor(machine.origin), QUESTION);

/** @param {Operator} operator @returns {Promise<void>} rejects unless the desk has the visitor's question exactly once */
const findQuestion = async ({ machine }) => {
  await untilHealthy(machine.origin);
  const { conversations } = await askAsAgent(machine.origin, machine.token(), '/conversations');
  const questions = conversations.filter(
    (/** @type {any} */ { lastMessage }) => lastMessage?.text === QUESTION,
  );
  assert.equal(questions.length, 1);
};

/** @param {string} text @param {Operator} operator @returns {string} the text for the place's server and its database */
const onServer = (text, { postgresPort }) => text.replaceAll('127.0.0.1:5432', `127.0.0.1:${postgresPort}`);

/** @param {Operator['machine']} machine @returns {string} the path of its first backup */
const backupOf = (machine) => {
  const folder = machine.local('/var/backups/');
  return join(folder, readdirSync(folder)[0] ?? '');
};

/** @param {Operator} operator */
const setEnv = ({ machine, databaseUrl }) => ({
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  DATA_DIR: machine.local('/var/lib/porch'),
});

/** @type {import('./rows.mjs').Row<Operator>[]} */
export const OPERATOR = [
  {
    page: 'docs/deploy.md',
    begins: 'useradd --system',
    is: 'the desk runs as the unit says, and answers as operate.md says',
    check: async ({ machine }) => {
      await untilHealthy(machine.origin);
      const [ready = ''] = codeOf('docs/operate.md', 'json');
      assert.deepEqual(await (await fetch(`${machine.origin}/ready`)).json(), JSON.parse(ready));
      assert.ok(existsSync(machine.local('/etc/porch.env')));
    },
  },
  {
    page: 'docs/deploy.md',
    begins: 'journalctl -u porch',
    run: async (_code, { machine }) => machine.journal().match(/^Inbox: .*$/m)?.[0] ?? '',
    is: 'the link makes an admin, whose API key calls the desk',
    check: async (operator, output) => {
      const { machine } = operator;
      const [, token = ''] = /#link=([\w-]+)$/.exec(output) ?? [];
      machine.keepToken(await becomeAdmin(machine.origin, 'https://help.example', token));
      assert.equal(await signIn(machine.origin, machine.token()), 200);
      await ask(operator);
    },
  },
  { page: 'docs/deploy.md', begins: 'docker build', leftOut: DOCKER },
  {
    is: 'docker compose accepts compose.yaml',
    leftOut: hasCompose ? undefined : 'docker compose is not installed on this machine',
    check: ({ machine }) =>
      machine.run('docker compose -f examples/support-desk/deploy/compose.yaml config --quiet', {
        env: {
          PORCH_HOST: 'help.example',
          POSTGRES_PASSWORD: 'a1',
        },
      }),
  },
  {
    page: 'docs/deploy.md',
    begins: 'certbot',
    leftOut: 'test/docs/docs.test.ts runs it, with a stand-in for certbot',
  },
  { page: 'docs/deploy.md', begins: 'aws s3 sync', leftOut: 'needs the command of AWS and a bucket' },
  {
    is: 'systemd accepts the installed unit',
    leftOut: existsSync('/usr/bin/systemd-analyze') ? undefined : 'systemd is not installed on this machine',
    check: ({ machine, place }) => {
      const unit = join(place.folder('unit'), 'porch.service');
      const installed = readFileSync(machine.local('/etc/systemd/system/porch.service'), 'utf8');
      // systemd checks whether the program and the user exist on this machine.
      writeFileSync(unit, installed.replace('/usr/bin/node', process.execPath).replace(/=porch$/gm, '=root'));
      const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
      assert.deepEqual(
        stderr.split('\n').filter((line) => line.includes('porch.service')),
        [],
      );
    },
  },
  {
    is: 'with METRICS_TOKEN, the metrics have the names of operate.md',
    check: async (operator) => {
      await configure(operator, 'METRICS_TOKEN=a-token-of-the-metrics');
      const [, section = ''] = readText('docs/operate.md').split('\n## Metrics\n');
      const all = [...section.matchAll(/`(porch_\w+)`/g)].map(([, name = '']) => name);
      // This desk reads no mailbox.
      const names = all.filter((name) => name !== 'porch_mailbox_connected');
      assert.ok(names.length > 0);
      const answer = await fetch(`${operator.machine.origin}/metrics`, {
        headers: { authorization: 'Bearer a-token-of-the-metrics' },
      });
      const metrics = await answer.text();
      for (const name of names) assert.ok(metrics.includes(name), name);
    },
  },
  {
    begins: 'npm run desk -- sign-in-link',
    run: (code, operator) => operator.machine.run(code, { env: setEnv(operator) }),
    is: 'the link is for the admin',
    check: async ({ machine }, output) => {
      const [, token = ''] = /#link=([\w-]+)$/m.exec(output) ?? [];
      const answer = await fetch(`${machine.origin}/agent/api/link/${token}`);
      assert.equal((await answer.json()).email, 'ada@help.example');
    },
  },
  {
    begins: 'npm run desk -- backup',
    run: (code, operator) => operator.machine.run(code, { env: setEnv(operator) }),
    is: 'the backup is there',
    check: ({ machine }) => assert.match(backupOf(machine), /\.zip$/),
  },
  {
    page: 'docs/operate.md',
    begins: '# systemd\nsystemd-run',
    is: 'the backup is where the desk keeps its data',
    check: ({ machine }) => assert.ok(existsSync(machine.local('/var/lib/porch/porch.zip'))),
  },
  { page: 'docs/operate.md', begins: '# Docker\ndocker exec', leftOut: DOCKER },
  {
    page: 'docs/operate.md',
    begins: 'DATA_DIR=/var/lib/porch-restored npm run desk -- restore',
    run: async (code, operator) => {
      await findQuestion(operator);
      return operator.machine.run(code.replace('porch-2026-11-27.zip', backupOf(operator.machine)));
    },
    is: 'a desk on the restored folder has the conversation',
    check: async (operator) => {
      await operator.machine.run(
        'systemctl stop porch; mv /var/lib/porch /var/lib/before; mv /var/lib/porch-restored /var/lib/porch; systemctl start porch',
      );
      await findQuestion(operator);
    },
  },
  {
    page: 'docs/operate.md',
    begins: 'DATA_DIR=/var/lib/porch-copy npm run desk -- restore',
    run: (code, { machine }) => machine.run(code.replace('porch-2026-11-27.zip', backupOf(machine))),
    is: 'the copy is there',
    check: ({ machine }) => assert.ok(existsSync(machine.local('/var/lib/porch-copy/database'))),
  },
  {
    page: 'docs/operate.md',
    begins: 'systemctl stop porch\ninstall',
    is: 'the desk runs on the restored folder, and has the conversation',
    run: async (code, { machine }) => {
      // The folder of the row above replaces the one with the backup of systemd-run.
      await machine.run('cp /var/lib/before/porch.zip /var/lib/porch/porch.zip');
      return machine.run(code);
    },
    check: findQuestion,
  },
  {
    page: 'docs/operate.md',
    begins: 'sudo -u postgres psql',
    leftOut: NO_POSTGRES,
    run: async (code, operator) => {
      const { env, port } = await startPostgres(operator.place);
      operator.postgresPort = port;
      operator.postgresEnv = env;
      return operator.machine.run(onServer(code, operator), { env });
    },
    is: 'the desk has the conversation on PostgreSQL',
    check: async (operator) => {
      const env = readFileSync(operator.machine.local('/etc/porch.env'), 'utf8');
      operator.databaseUrl = /^DATABASE_URL=(.*)$/m.exec(env)?.[1] ?? '';
      assert.match(operator.databaseUrl, /^postgres:/);
      await findQuestion(operator);
    },
  },
  {
    page: 'docs/operate.md',
    begins: 'systemctl stop porch\nsudo -u postgres createdb',
    leftOut: NO_POSTGRES,
    run: async (code, { machine, postgresEnv }) => {
      // Leftovers of restoring the embedded database.
      await machine.run(
        'mv /var/lib/porch-before /var/lib/first; cp /var/lib/first/porch.zip /var/lib/porch/',
      );
      return machine.run(code, { env: postgresEnv });
    },
    is: 'the desk runs on the restored database, and has the conversation',
    check: async (operator) => {
      const env = readFileSync(operator.machine.local('/etc/porch.env'), 'utf8');
      operator.databaseUrl = /^DATABASE_URL=(.*)$/m.exec(env)?.[1] ?? '';
      assert.match(operator.databaseUrl, /\/porch_restored$/);
      await findQuestion(operator);
    },
  },
  {
    is: 'another AGENT_TOKEN is an API key, and the one before is none any more',
    check: async (operator) => {
      const before = 'the-first-token-of-programs';
      await configure(operator, `AGENT_TOKEN=${before}`);
      assert.equal(await signIn(operator.machine.origin, before), 200);
      await configure(operator, 'AGENT_TOKEN=another-token-of-the-agents');
      assert.equal(await signIn(operator.machine.origin, before), 401);
      assert.equal(await signIn(operator.machine.origin, 'another-token-of-the-agents'), 200);
    },
  },
  {
    page: 'docs/operate.md',
    begins: 'cd /opt/porch && git pull',
    run: async (code, { place, repository, machine }) => {
      const author = '-c user.name=Upgrade -c user.email=upgrade@porch.example';
      await place.shell(`git ${author} commit --quiet --allow-empty -m 'Upgrade'`, { cwd: repository });
      return machine.run(code);
    },
    is: 'the desk runs the next commit and has the conversation',
    check: async (operator) => {
      const subject = await operator.machine.run('git log -1 --format=%s');
      assert.equal(subject.trim(), 'Upgrade');
      await findQuestion(operator);
    },
  },
  { page: 'docs/operate.md', begins: 'git pull && docker build', leftOut: DOCKER },
  { page: 'docs/operate.md', begins: 'cd examples/support-desk/deploy/cluster', leftOut: DOCKER },
  ...SEVERAL_PROCESSES,
  {
    page: 'examples/support-desk/README.md',
    begins: 'git pull && npm ci',
    leftOut: 'the commands of docs/operate.md, which are run',
  },
];
