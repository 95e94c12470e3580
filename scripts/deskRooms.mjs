/**
 * The rooms of the support desk, lowest first, each with the lower rooms that it may import. A file belongs to the room
 * with the longest matching path prefix.
 */

/** @typedef {{ imports: string[], types?: string[] }} Room `types` are rooms that it may import types from, too */

const SHARED = 'shared';
/** The names that bodies and answers choose from. */
const LISTS = 'shared/lists.ts';
/** The schemas of bodies and answers. They import valibot, so the browser code gets only their types. */
const BODIES = 'shared/bodies';
const ANSWERS = 'shared/answers';

/** @param {string} base @param {string[]} names */
const at = (base, names) => names.map((name) => (name.startsWith(SHARED) ? name : `${base}/${name}`));

/**
 * Rooms that may import `shared` may also import its lists, and the types of its bodies and answers.
 * @param {string} base
 * @param {Record<string, Room>} rooms by their folders in `base`
 * @returns {[string, Room][]}
 */
const roomsOf = (base, rooms) =>
  Object.entries(rooms).map(([name, { imports, types = [] }]) => [
    `${base}/${name}`,
    {
      imports: at(base, imports.includes(SHARED) ? [LISTS, ...imports] : imports),
      types: at(base, imports.includes(SHARED) ? [BODIES, ANSWERS, ...types] : types),
    },
  ]);

const FACTS = ['model', 'process', SHARED];
const DATA = ['uploads', 'store', ...FACTS];
const RULES = ['domain', 'limits', 'words', ...DATA];
const CALLS = ['http', BODIES, ...RULES];

const SERVER = roomsOf('server', {
  model: { imports: [SHARED] },
  process: { imports: ['model'] },
  egress: { imports: [] },
  limits: { imports: [] },
  words: { imports: [] },
  store: { imports: FACTS },
  uploads: { imports: ['store', ...FACTS] },
  domain: { imports: ['limits', 'words', ...DATA] },
  keys: { imports: ['egress', ...FACTS], types: ['domain'] },
  nodes: { imports: ['process'], types: ['store'] },
  bus: { imports: ['domain', 'limits', 'store', ...FACTS] },
  redis: { imports: ['bus', 'nodes', 'domain', 'limits', ...FACTS] },
  http: { imports: ['limits', BODIES, ...DATA], types: ['domain'] },
  assets: { imports: ['http', ...FACTS], types: ['uploads'] },
  realtime: { imports: ['http', 'bus', ...FACTS] },
  mail: { imports: RULES, types: ['http'] },
  'sunshine/model': { imports: RULES },
  webhooks: { imports: ['sunshine/model', 'egress', ...RULES] },
  push: { imports: ['webhooks', 'egress', ...RULES] },
  sunshine: { imports: ['webhooks', 'sunshine/model', ...CALLS] },
  routes: { imports: ['sunshine', 'assets', ANSWERS, ...CALLS], types: ['nodes'] },
  demo: { imports: CALLS },
  backup: { imports: DATA },
  operator: { imports: ['backup', ...RULES] },
  start: {
    imports: [
      'operator',
      'backup',
      'demo',
      'routes',
      'sunshine',
      'webhooks',
      'push',
      'mail',
      'realtime',
      'assets',
      'redis',
      'bus',
      'nodes',
      'keys',
      ...CALLS,
    ],
  },
  'main.ts': { imports: ['start', 'mail', ...RULES] },
});

const STATE = ['model', 'platform', 'services', SHARED];
const PARTS = ['ui/parts', 'state', ...STATE];

const INBOX = roomsOf('inbox', {
  model: { imports: [SHARED] },
  platform: { imports: [] },
  services: { imports: ['model', 'platform', SHARED] },
  'state/parts': { imports: STATE },
  'state/alerts': { imports: ['state/parts', ...STATE] },
  'state/account': { imports: ['state/parts', ...STATE] },
  'state/writing': { imports: ['state/parts', ...STATE] },
  'state/conversations': {
    imports: ['state/writing', 'state/parts', ...STATE],
    types: ['state/account', 'state/alerts'],
  },
  'state/settings': { imports: STATE },
  'state/pages': { imports: ['state/conversations', 'state/parts', ...STATE] },
  state: {
    imports: [
      'state/pages',
      'state/settings',
      'state/conversations',
      'state/writing',
      'state/account',
      'state/alerts',
      'state/parts',
      ...STATE,
    ],
  },
  'ui/parts': { imports: STATE, types: ['state', 'state/parts'] },
  'ui/account': { imports: ['state/account', 'state/parts', ...PARTS], types: ['state/alerts'] },
  'ui/message': { imports: PARTS },
  'ui/emails': { imports: PARTS },
  'ui/writing': { imports: ['ui/message', ...PARTS], types: ['state/conversations'] },
  'ui/conversation': {
    imports: ['ui/writing', 'ui/emails', 'ui/message', ...PARTS],
    types: ['state/conversations', 'state/writing', 'state/account', 'state/alerts'],
  },
  'ui/list': {
    imports: ['ui/conversation', 'ui/emails', 'ui/account', 'state/conversations', ...PARTS],
    types: ['state/pages'],
  },
  'ui/people': { imports: ['ui/conversation', 'state/conversations', ...PARTS] },
  'ui/insights': { imports: ['state/pages', ...PARTS] },
  'ui/team': { imports: ['ui/account', 'state/account', 'state/parts', ...PARTS] },
  'ui/start': { imports: ['ui/team', ...PARTS] },
  'ui/integrations': { imports: ['ui/team', 'state/pages', 'state/parts', ...PARTS] },
  'ui/lazyPages.tsx': { imports: ['ui/parts'], types: ['ui/account'] },
  'ui/settings': { imports: ['ui/lazyPages.tsx', ...PARTS] },
  'ui/commands': {
    imports: [
      'ui/insights',
      'ui/list',
      'ui/conversation',
      'ui/writing',
      'ui/account',
      'state/conversations',
      ...PARTS,
    ],
    types: ['state/pages'],
  },
  ui: {
    imports: [
      'ui/commands',
      'ui/settings',
      'ui/lazyPages.tsx',
      'ui/insights',
      'ui/list',
      'ui/conversation',
      'ui/account',
      'state/pages',
      ...PARTS,
    ],
  },
  preview: { imports: [] },
  styles: { imports: [] },
  'vite.config.ts': { imports: [] },
  'main.tsx': { imports: ['ui', 'state', 'state/account', ...STATE] },
});

/** @type {ReadonlyMap<string, Room>} by path prefix in the desk's folder */
const ROOMS = new Map([
  [LISTS, { imports: [] }],
  [ANSWERS, { imports: [LISTS] }],
  [SHARED, { imports: [LISTS], types: [ANSWERS] }],
  [BODIES, { imports: [SHARED, LISTS] }],
  ...SERVER,
  ...INBOX,
]);

/** The only file that imports higher rooms, by `import()`. */
const LAZY_PAGES = 'inbox/ui/lazyPages.tsx';

/** Packages that only these rooms may import. */
const SOLE_IMPORTERS = [
  { package: /^(pg|drizzle-orm|@electric-sql)(\/|$)/, rooms: ['server/store'] },
  { package: /^ioredis$/, rooms: ['server/redis', 'server/limits'] },
  { package: /^@aws-sdk\//, rooms: ['server/uploads'] },
  {
    package: /^(hono|@hono\/[\w-]+)(\/|$)/,
    rooms: ['assets', 'http', 'routes', 'sunshine', 'demo', 'start'].map((room) => `server/${room}`),
  },
  { package: /^(imapflow|mailparser|nodemailer|html-to-text)$/, rooms: ['server/mail'] },
  { package: /^faye(\/|$)/, rooms: ['server/realtime', 'inbox/services'] },
  { package: /^(pino|prom-client)$/, rooms: ['server/process', 'server/start', 'server/main.ts'] },
];

/** Rooms that import no package but the messenger's; hashes are pure too. */
const WITHOUT_PACKAGES = ['server/model', 'inbox/model', SHARED, LISTS];

/** @param {string} path @returns {string | undefined} */
export const deskRoomOf = (path) => {
  /** @type {string | undefined} */
  let longest;
  for (const room of ROOMS.keys())
    if ((path === room || path.startsWith(`${room}/`)) && room.length > (longest?.length ?? 0))
      longest = room;
  return longest;
};

/**
 * @param {string} file
 * @param {import('./importGraph.mjs').Import} made
 * @param {(path: string) => boolean} isOwn whether it is a file of the desk
 * @returns {string | undefined} why it is refused
 */
const refusal = (file, { to, kind }, isOwn) => {
  const from = deskRoomOf(file);
  const room = from === undefined ? undefined : ROOMS.get(from);
  if (!from || !room) return undefined;
  if (!isOwn(to)) {
    const sole = SOLE_IMPORTERS.find((one) => one.package.test(to) && !one.rooms.includes(from));
    if (sole) return `only ${sole.rooms.join(', ')} may`;
    const isPackage = !/^(\.|@porch\/messenger|node:crypto)/.test(to);
    return isPackage && WITHOUT_PACKAGES.includes(from) ? `${from} imports no package` : undefined;
  }
  const target = deskRoomOf(to);
  if (!target || target === from) return undefined;
  if (kind === 'dynamic' && file === LAZY_PAGES && target.startsWith('inbox/ui/')) return undefined;
  if (room.imports.includes(target) || (kind === 'type' && room.types?.includes(target))) return undefined;
  return `${from} may import ${room.imports.join(', ') || 'nothing'}`;
};

/**
 * @param {string} file
 * @returns {boolean} whether the table has its folder. A room with rooms inside owns only the files directly in it
 */
const isPlaced = (file) => {
  const room = deskRoomOf(file);
  const isParted = [...ROOMS.keys()].some((one) => one.startsWith(`${room}/`));
  return room !== undefined && !(isParted && file.slice(room.length + 1).includes('/'));
};

/** @returns {string[]} what is wrong with the table */
const tableProblems = () => {
  const names = [...ROOMS.keys()];
  return [...ROOMS].flatMap(([name, { imports, types = [] }], i) =>
    [...imports, ...types]
      .filter((one) => !names.slice(0, i).includes(one))
      .map((one) => `The table of rooms: ${one} is not below ${name}`),
  );
};

/**
 * @param {import('./importGraph.mjs').Graph} desk by path in the desk's folder
 * @returns {string[]} what is wrong
 */
export const deskRoomProblems = (desk) => [
  ...tableProblems(),
  ...[...desk].flatMap(([file, made]) => [
    ...(/^(server|inbox|shared)\//.test(file) && !isPlaced(file)
      ? [`${file} is in no room of the desk`]
      : []),
    ...made.flatMap((one) => {
      const why = refusal(file, one, (path) => desk.has(path));
      return why ? [`${file} imports ${one.to}: ${why}`] : [];
    }),
  ]),
];
