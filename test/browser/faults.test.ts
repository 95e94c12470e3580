import { describe, expect, it } from 'vitest';
import { KINDS, type Kind, play } from '../faults/chromium/play';
import { scheduleOf } from '../faults/chromium/schedule';
import { type Server, startServer } from '../faults/chromium/server';
import { launchBrowser } from '../support/browser';
import { forThisFile } from '../support/forThis';
import { fixture, startHostPages } from '../support/hostPages';

/**
 * The number of schedules and the first seed. A failure names the seed that reproduces it. The eight
 * schedules from seed 66 on contain every fault.
 */
const COUNT = Number(process.env.BROWSER_FAULT_SCHEDULES ?? 8);
const FIRST = Number(process.env.BROWSER_FAULT_SEED ?? 66);
/** How many schedules run in parallel, each with its own desk. They mostly wait. */
const LANES = Math.min(COUNT, Number(process.env.BROWSER_FAULT_LANES ?? 2));
/** From this number of schedules on, each fault must take effect in at least one of twenty. */
const MANY = 100;
/** Schedules that take longer than this to recover are reported, ms. */
const SLOW_MS = 8000;
const MAX_MS = 60_000;

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());

const servers = await Promise.all(Array.from({ length: LANES }, () => forThisFile(startServer())));
const pages = await forThisFile(startHostPages());
const browser = await forThisFile(launchBrowser());

describe('in Chromium, over a network with faults, with a desk that is killed', () => {
  it(
    `loses, doubles and misorders nothing in ${COUNT} schedules`,
    async () => {
      const met = new Map<Kind, number>();
      const failures: string[] = [];
      const converged: number[] = [];
      const slow: string[] = [];
      let said = 0;
      let next = FIRST;
      const lane = async (server: Server): Promise<void> => {
        const address = pages.serve(fixture('plain.html', { DESK: server.proxy.origin }));
        while (next < FIRST + COUNT && failures.length < 5) {
          const seed = next++;
          const schedule = scheduleOf(seed);
          const nothing = { met: new Set<Kind>(), said: 0, converged: 0 };
          const result = await Promise.race([
            play({ browser, server, address }, schedule, `s${seed}`),
            after(3 * MAX_MS).then(() => ({ ...nothing, problems: ['it does not end'] })),
          ]).catch((error) => ({ ...nothing, problems: [String(error.stack)] }));
          said += result.said;
          converged.push(result.converged);
          for (const kind of result.met) met.set(kind, (met.get(kind) ?? 0) + 1);
          if (result.converged > SLOW_MS) slow.push(`${seed}: ${Math.round(result.converged)} ms`);
          if (result.problems.length === 0) continue;
          const again = `BROWSER_FAULT_SEED=${seed} BROWSER_FAULT_SCHEDULES=1`;
          failures.push([`again: ${again}`, ...result.problems, JSON.stringify(schedule)].join('\n'));
        }
      };
      await Promise.all(servers.map(lane));

      converged.sort((a, b) => a - b);
      const at = (share: number) => Math.round(converged[Math.floor((converged.length - 1) * share)] ?? 0);
      console.log(
        `${converged.length} schedules in Chromium from seed ${FIRST}: ${said} texts, ${failures.length} schedules failed; ` +
          `all is well ${at(0.5)} ms (median) to ${at(1)} ms after the last fault\n` +
          KINDS.map((kind) => `${kind} ${met.get(kind) ?? 0}`).join(', ') +
          (slow.length > 0 ? `\nslow: ${slow.join(', ')}` : ''),
      );
      expect(failures.join('\n\n')).toBe('');
      if (COUNT >= MANY) expect(KINDS.filter((kind) => (met.get(kind) ?? 0) < COUNT / 20)).toEqual([]);
    },
    4 * MAX_MS + (COUNT * MAX_MS) / LANES,
  );
});
