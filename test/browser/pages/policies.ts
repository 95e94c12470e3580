import { LOADER, made, type Row, TAG } from './row';

const NONCE = 'c2FpbHM';
const directives = (script: string, more = '') =>
  `default-src 'none'; script-src ${script}; style-src 'self'; img-src data:; connect-src DESK ws:; base-uri 'none'; object-src 'none'; ${more}`;

const under = (name: string, policy: string, more: Partial<Row> = {}) =>
  made(name, {}, { headers: { 'Content-Security-Policy': policy }, ...more });

const WITH_NONCE = TAG.replace('<script', `<script nonce="${NONCE}"`);

/** Pages with policies, and ways of their own to load the script. */
export const POLICIES: readonly Row[] = [
  under('a policy that lists origins', directives('DESK'), { everyRun: true }),
  under(
    "a policy with a nonce, 'strict-dynamic' and Trusted Types",
    directives(
      `'nonce-${NONCE}' 'strict-dynamic'`,
      "require-trusted-types-for 'script'; trusted-types porch",
    ),
    { tag: WITH_NONCE },
  ),
  under(
    'a sandbox with scripts, forms and its origin',
    'sandbox allow-scripts allow-same-origin allow-forms',
  ),
  under('a sandbox without forms', 'sandbox allow-scripts allow-same-origin'),
  made(
    'a page that is isolated from other origins',
    {},
    {
      headers: {
        'Cross-Origin-Embedder-Policy': 'credentialless',
        'Cross-Origin-Opener-Policy': 'same-origin',
      },
    },
  ),
  made(
    'a page that permits no feature',
    {},
    {
      headers: {
        'Permissions-Policy': 'camera=(), microphone=(), fullscreen=(), clipboard-write=(), autoplay=()',
      },
    },
  ),
  made('a page that opens its links elsewhere', { head: '<base target="_blank">' }),
  made(
    'a page that shows what may name its globals',
    {
      body: '<img name="currentScript" id="zE" alt=""><form name="zEmbed"><input name="porch"></form><a id="zESettings"></a><a id="zESettings" name="skip"></a><img name="createElement" alt="">',
    },
    { everyBrowser: true, possibleGlobals: /./ },
  ),
  made(
    'a tag that a tag manager adds',
    {},
    {
      tag: '<script>document.head.append(Object.assign(document.createElement("script"), { async: true, src: "DESK/porch/porch.now.js" }))</script>',
    },
  ),
  made(
    'a tag that is written by document.write',
    {},
    { tag: `<script>document.write('<script src="DESK/porch/porch.now.js"></' + 'script>')</script>` },
  ),
  made('two tags, one of each kind', {}, { tag: TAG + LOADER }),
  made('a tag that the page waits for', {}, { tag: '<script src="DESK/porch/porch.now.js"></script>' }),
  made('a deferred tag', {}, { tag: '<script defer src="DESK/porch/porch.js"></script>' }),
  {
    name: 'a page in quirks mode',
    page: {
      html: '<html><head><title>Old</title><link rel="icon" href="data:,"></head><body bgcolor=white><center><font size=7>Words</font></center></body></html>',
    },
    withoutPhone: 'it has no viewport for phones',
  },
  {
    name: 'a page that is only the tag',
    page: { html: '<link rel="icon" href="data:,">' },
    withoutPhone: 'it has no viewport for phones',
  },
  made(
    'a page that replaces its body',
    {},
    {
      tag: `${TAG}<script>addEventListener("load", () => { document.body = document.createElement("body") })</script>`,
      moves: 'its body is another one',
    },
  ),
  made('a page that empties its body', {}, { afterwards: 'document.body.innerHTML = ""; 0' }),
  made(
    'a page that rewrites its head and the attributes of html',
    {},
    {
      afterwards: `document.head.innerHTML = ''; document.documentElement.className = 'x'; document.documentElement.removeAttribute('lang')`,
    },
  ),
];
