import { LOADER, made, type Row, TAG } from './row';

/** What a script of the page would set or read, which the page's content can name as well. */
const NAMES = [
  ...['currentScript', 'zE', 'zEmbed', 'zESettings', 'zEMessenger', 'requestIdleCallback', 'origin'],
  ...['createElement', 'createElementNS', 'documentElement', 'head', 'body', 'adoptedStyleSheets', 'title'],
  ...['referrer', 'visibilityState', 'hasFocus', 'activeElement', 'defaultView', 'querySelector', 'cookie'],
  ...[
    'addEventListener',
    'removeEventListener',
    'dispatchEvent',
    'hidden',
    'prerendering',
    'fonts',
    'location',
  ],
];
const MEMBERS = ['porch', 'q', 'zendeskHost', 'skip', 'autorender'];
const EVIL = 'http://evil.example';

/** What a comment or an article may contain where names are allowed. */
const CONTENTS: Record<string, (name: string) => string> = {
  pictures: (name) => `<img name="${name}" id="${name}" src="${EVIL}/a/b.png" data-zendesk-host="${EVIL}">`,
  'forms with fields': (name) =>
    `<form name="${name}" id="${name}" action="${EVIL}">${MEMBERS.map((field) => `<input name="${field}" value="${EVIL}">`).join('')}</form>`,
  'links in pairs': (name) =>
    `<a id="${name}" name="src" href="${EVIL}/a/b.js"></a>${MEMBERS.map((member) => `<a id="${name}" name="${member}" href="${EVIL}"></a>`).join('')}`,
  frames: (name) => `<iframe name="${name}" src="${EVIL}"></iframe>`,
  objects: (name) => `<object name="${name}" id="${name}" data="${EVIL}/a/b.png"></object>`,
};

const naming = (what: string, tag: string, more: Partial<Row> = {}): Row =>
  made(
    `a page whose ${what} name what ${tag === TAG ? 'porch.now.js' : 'porch.js'} reads`,
    { text: `${NAMES.map(CONTENTS[what] ?? String).join('')}<h1>A publisher’s page</h1>` },
    { tag, possibleGlobals: /./, moves: 'it has frames and pictures', ...more },
  );

/** Pages on which strangers write, whose content names what Porch reads. It must not decide what Porch loads. */
export const CONTENT: readonly Row[] = Object.keys(CONTENTS).flatMap((what) => [
  naming(what, TAG, what === 'pictures' ? { everyRun: true } : {}),
  naming(what, LOADER),
]);
