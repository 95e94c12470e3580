// Loaded before the desk (`node --require`): makes one process sick, as SICKNESS says.
const HOUR_MS = 3_600_000;
const SLOW_MS = 2000;
const FILL_NUMBERS = 62_500;
const FILL_EVERY_MS = 250;

/** The clock of this process is an hour ahead. */
const clockOff = () => {
  const right = Date.now;
  const wrong = () => right() + HOUR_MS;
  globalThis.Date = new Proxy(Date, {
    construct: (made, given, asked) => Reflect.construct(made, given.length > 0 ? given : [wrong()], asked),
    get: (from, name) => (name === 'now' ? wrong : Reflect.get(from, name)),
  });
};

/** Whatever this process asks of the disk comes late. */
const slowDisk = () => {
  const fs = require('node:fs');
  /** @type {Record<string, any>} */
  const promises = fs.promises;
  for (const name of ['access', 'open', 'readFile', 'readdir', 'rename', 'stat', 'statfs', 'writeFile']) {
    const call = promises[name];
    promises[name] = async (/** @type {unknown[]} */ ...given) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return call(...given);
    };
  }
  /** @type {Record<string, any>} */
  const calls = fs;
  for (const name of ['open', 'read', 'readFile', 'stat', 'statfs', 'write', 'writev']) {
    const call = calls[name];
    calls[name] = (/** @type {unknown[]} */ ...given) => void setTimeout(() => call(...given), SLOW_MS);
  }
  require('node:module').syncBuiltinESMExports();
};

/** Memory fills until V8 ends the process: it runs with a small heap. */
const fullMemory = () => {
  /** @type {number[][]} */
  const kept = [];
  setInterval(
    () => kept.push(Array.from({ length: FILL_NUMBERS }, (_, i) => i + 0.5)),
    FILL_EVERY_MS,
  ).unref();
};

/** @type {Record<string, () => void>} */
const SICKNESSES = { clockOff, slowDisk, fullMemory };
SICKNESSES[process.env.SICKNESS ?? '']?.();
