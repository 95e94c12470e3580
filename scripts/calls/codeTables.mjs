/** Generates the code of the loader, the launcher and the messenger that repeats the table of calls. */
import { methodTable } from './methodTable.mjs';
import { patternOf } from './patterns.mjs';
import { readCalls } from './readCalls.mjs';

/** @typedef {import('./readCalls.mjs').Call} Call */

/** @param {string} name @param {string} pattern */
const testFor = (name, pattern) => `export const ${name} = (method: string) => /${pattern}/.test(method);`;

/** @param {readonly Call[]} calls */
const names = (calls) => calls.map(({ fullName }) => `\`${fullName}\``).join(', ');

/** What the launcher does before the messenger has loaded. */
const earlyCalls = () => {
  const calls = readCalls();
  const effects = [...new Set(calls.flatMap(({ early }) => early ?? []))];
  return effects.flatMap((effect) => {
    const some = calls.filter(({ early }) => early === effect);
    return [
      `/** ${names(some)} */`,
      testFor(
        effect,
        patternOf(calls, ({ early }) => early === effect),
      ),
    ];
  });
};

/** Which calls wait for the messenger, which load it, and which the next page carries out. */
const waitingCalls = () => [
  '/** Settings, subscriptions, `close`, `hide`, `show` and the calls of the classic widget do not fetch the messenger. */',
  `export const WAITING = /${patternOf(readCalls(), ({ waits }) => waits, { classic: true })}/;`,
  '',
  '/** `messenger.logoutUser`, `messenger.resetWidget` */',
  `export const LEAVING = /${patternOf(readCalls(), ({ early }) => early === 'leaves')}/;`,
];

/** What the messenger knows about each call. */
const callTable = () => {
  const calls = readCalls();
  const files = [...new Set(calls.flatMap(({ loads }) => loads ?? []))].sort();
  /** @param {string} path */
  const nameOf = (path) => path.split('/').at(-1);
  const rows = calls.map(({ fullName, loads, flag, sets, resets, until }) => {
    const row = [
      loads && `load: ${nameOf(loads)}`,
      ...Object.entries({ flag, sets, resets, until }).map(([key, value]) => value && `${key}: '${value}'`),
    ].filter(Boolean);
    return `  '${fullName}': {${row.length > 0 ? ` ${row.join(', ')} ` : ''}},`;
  });
  return [
    "import type { CallRow } from './callRow';",
    '',
    ...files.map((path) => `const ${nameOf(path)} = () => import('./${path}');`),
    '',
    'export const CALLS: Readonly<Record<string, CallRow>> = {',
    ...rows,
    '};',
  ];
};

/** @param {() => string[]} lines */
const fileOf = (lines) => () =>
  ['/** Made by `node scripts/callTables.mjs` from the table of calls in src/npm. */', ...lines(), ''].join(
    '\n',
  );

/** The generated files, and the function that makes each. */
export const CODE = {
  'src/model/methodTable.ts': fileOf(methodTable),
  'src/launcher/earlyCalls.ts': fileOf(earlyCalls),
  'src/loader/waitingCalls.ts': fileOf(waitingCalls),
  'src/features/hostCalls/callTable.ts': fileOf(callTable),
};
