/**
 * `npm run bench:memory`: measures how much memory the closed and the open messenger add to a page, by kind. The
 * figures hardly depend on the machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certify } from '../test/bench/peers/certificate.mjs';
import { openPorch } from '../test/bench/peers/sites.mjs';
import { build } from './build.mjs';
import { readOptions } from './options.mjs';
import { inspectVisit } from './porch-cost/measure/visit.mjs';
import { installChromium, installOpenssl, installPackages } from './setup.mjs';

/** Outside the engine's heap. */
const OUTSIDE = ['script text', 'outside'];

readOptions('npm run bench:memory\n  has no options', {});
await installPackages();
const executable = await installChromium();
await installOpenssl();
await build();
const folder = mkdtempSync(join(tmpdir(), 'porch-memory-'));
const certificate = certify(folder);
const { subject, close } = await openPorch(certificate, folder);
try {
  const machine = { executable, flags: [certificate.flag] };
  /** @param {string} path */
  const page = (path) => inspectVisit({ name: path, url: new URL(path, subject.url).href }, machine);
  const { closed: alone } = await page('/alone');
  const { closed: frames } = await page('/frames');
  const { closed, open } = await inspectVisit(subject, machine);
  const states = { 'two empty frames': frames, closed, open };
  const kinds = Object.keys(open).filter((kind) => !OUTSIDE.includes(kind));
  /** @param {typeof open} state @param {string} kind */
  const above = (state, kind) => ((state[kind]?.bytes ?? 0) - (alone[kind]?.bytes ?? 0)) / 1024;
  const rows = [...kinds.sort((a, b) => above(open, b) - above(open, a)), 'in all', ...OUTSIDE];
  /** @param {typeof open} state @param {string} row */
  const sum = (state, row) =>
    row === 'in all' ? kinds.reduce((all, kind) => all + above(state, kind), 0) : above(state, row);
  console.log('KiB above the page alone:');
  console.table(
    Object.fromEntries(
      rows.map((row) => [
        row,
        Object.fromEntries(
          Object.entries(states).map(([name, state]) => [name, Math.round(sum(state, row))]),
        ),
      ]),
    ),
  );
} finally {
  await close();
  rmSync(folder, { recursive: true, force: true });
}
