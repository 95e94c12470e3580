/** Tries the embed under a strict Content Security Policy. */
import { boxOf, follow } from './dom.mjs';
import { strictPolicy, withNonces } from './embed.mjs';
import { changePage } from './intercept.mjs';
import { load, quiet } from './load.mjs';
import { watchRefusals } from './measure/refusals.mjs';
import { watchTraffic } from './measure/traffic.mjs';
import { clickAt, inFreshBrowser } from './measure/visit.mjs';
import { broughtBy } from './scout.mjs';

/** @typedef {import('./intercept.mjs').Change} Change */

/**
 * @param {object} asked
 * @param {string} asked.url
 * @param {string} asked.embed
 * @param {readonly string[]} [asked.launcher]
 * @param {{ present: Change, absent: Change }} asked.changes
 * @param {import('./measure/measure.mjs').Machine} machine
 * @returns what the policy blocks of the embed, and whether its launcher still appears
 */
export const tryPolicy = async ({ url, embed, launcher = [], changes }, machine) => {
  const policy = strictPolicy(embed, url);
  /** @param {Change} change */
  const visit = ({ html = (text) => text, blocked = [] }) => {
    const prepare = changePage({ html: (text) => withNonces(html(text)), policy, blocked });
    return inFreshBrowser({ prepare }, machine, async (page) => {
      const traffic = await watchTraffic(page);
      const refusals = await watchRefusals(page);
      await load(page, url);
      await quiet(page, traffic, machine);
      const nodeId = launcher.length > 0 && (await follow(page, launcher));
      const box = nodeId && (await boxOf(page, nodeId));
      if (box) {
        await clickAt(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
        await quiet(page, traffic, machine);
      }
      return { refusals, launcher: !!box };
    });
  };
  const present = await visit(changes.present);
  const absent = await visit(changes.absent);
  return {
    policy,
    launcher: launcher.length > 0 ? present.launcher : undefined,
    blocked: broughtBy(present.refusals, absent.refusals),
  };
};
