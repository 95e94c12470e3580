/** The rows of an operator with several processes: `docs/operate.md`, "More than one process". */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { untilHealthy } from './deskCalls.mjs';
import { freePort } from './place.mjs';

const PORTS = ['8081', '8082', '8083'];
const REDIS = '6379';
const NO_REDIS =
  spawnSync('redis-server', ['--version']).status === 0
    ? undefined
    : 'Redis is not installed on this machine';

/** The ports on the page, and their replacements on this machine. @type {Map<string, number>} */
const ports = new Map();

/** @param {string} code */
const withPorts = (code) => {
  let text = code;
  for (const [ofPage, here] of ports) text = text.replaceAll(ofPage, String(here));
  return text;
};

/** @param {import('./operator.mjs').Operator} operator */
const allAnswer = async ({ machine }) => {
  for (const port of PORTS) {
    const origin = `http://127.0.0.1:${ports.get(port)}`;
    await untilHealthy(origin);
    const ready = await (await fetch(`${origin}/ready`)).json();
    assert.deepEqual([ready.status, ready.redis], ['ready', 'ok'], port);
    const answer = await fetch(`${origin}/metrics`, {
      headers: { authorization: 'Bearer a-token-of-the-metrics' },
    });
    assert.match(await answer.text(), /^porch_ready 1$/m, machine.journal());
  }
};

/** @type {import('./rows.mjs').Row<import('./operator.mjs').Operator>[]} */
export const SEVERAL_PROCESSES = [
  {
    page: 'docs/operate.md',
    begins: 'echo REDIS_URL=',
    leftOut: NO_REDIS,
    run: async (code, { machine, place }) => {
      for (const port of [...PORTS, REDIS]) ports.set(port, await freePort());
      await place.serve(
        `exec redis-server --port ${ports.get(REDIS)} --save '' --loglevel notice`,
        /Ready to accept connections/,
      );
      const stop = PORTS.map((port) => `porch@${ports.get(port)}`).join(' ');
      place.onEnd(() => machine.run(`systemctl stop ${stop}`).catch(() => {}));
      return machine.run(withPorts(code));
    },
    is: 'three processes answer, each with Redis and metrics of its own',
    check: allAnswer,
  },
  {
    page: 'docs/operate.md',
    begins: 'for port in 8081',
    leftOut: NO_REDIS,
    run: (code, { machine }) => machine.run(withPorts(code)),
    is: 'all of them answer again',
    check: allAnswer,
  },
];
