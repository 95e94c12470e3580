import { LOADER, made, type Row, TAG } from './row';

const NONCE = 'c2FpbHM';
const TRUSTED = "require-trusted-types-for 'script'; trusted-types";
const directives = (script: string, more = '') =>
  `default-src 'none'; script-src ${script}; style-src 'self'; img-src data:; connect-src DESK ws:; base-uri 'none'; object-src 'none'; ${more}`;

const under = (name: string, policy: string, more: Partial<Row> = {}) =>
  made(name, {}, { headers: { 'Content-Security-Policy': policy }, ...more });

const WITH_NONCE = TAG.replace('<script', `<script nonce="${NONCE}"`);

const UNTIL = `const until = (holds) => new Promise((done) => {
  const look = () => (holds() ? done() : requestAnimationFrame(look));
  look();
});`;

/** What some wrappers of Zendesk's script do when their component is drawn again. */
const AGAIN = `(async () => {
  ${UNTIL}
  for (let times = 0; times < 2; times++) {
    const tag = document.querySelector('script[src$="porch.js"]');
    if (!tag) return;
    const old = document.querySelector('[data-porch]');
    delete window.zE;
    tag.replaceWith(Object.assign(document.createElement('script'), { src: tag.src }));
    // The earlier widget ends once its messenger has loaded.
    await until(() => {
      const [host, another] = document.querySelectorAll('[data-porch]');
      return window.zE?.porch && host && host !== old && !another;
    });
  }
})()`;

const CALLS = `(async () => {
  ${UNTIL}
  const isOpen = () => document.querySelector('[data-porch][data-open]');
  zE('messenger', 'close');
  await until(() => !isOpen());
  zE('messenger', 'open');
  await until(isOpen);
})()`;

/** Pages with policies, and ways of their own to load the script. */
export const POLICIES: readonly Row[] = [
  under('a policy that lists origins', directives('DESK')),
  under(
    "a policy with a nonce, 'strict-dynamic' and Trusted Types",
    directives(`'nonce-${NONCE}' 'strict-dynamic'`, `${TRUSTED} porch`),
    { tag: WITH_NONCE },
  ),
  under('a policy with only a nonce', directives(`'nonce-${NONCE}'`), { tag: WITH_NONCE }),
  under('a policy of Trusted Types that names Porch', directives('DESK', `${TRUSTED} porch`)),
  under('a policy of Trusted Types that allows none', directives('DESK', `${TRUSTED} 'none'`), {
    everyRun: true,
    // A browser reports a refused trusted-types policy when a page tries to create one. Nothing else may be refused.
    possibleProblems: [/^trusted-types: trusted-types-policy /, /^Creating a TrustedTypePolicy /],
  }),
  made('a policy in the page itself', {
    head: `<meta http-equiv="Content-Security-Policy" content="${directives('DESK')}">`,
  }),
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
    'a page that requires permission of all that it embeds',
    {},
    {
      headers: {
        'Cross-Origin-Embedder-Policy': 'require-corp',
        'Cross-Origin-Opener-Policy': 'same-origin',
      },
    },
  ),
  made('a page that sends no referrer', {}, { headers: { 'Referrer-Policy': 'no-referrer' } }),
  made(
    'a page that shares its domain',
    { head: '<script>document.domain = "localhost"</script>' },
    { headers: { 'Origin-Agent-Cluster': '?0' } },
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
  made('a page with a base of another origin', { head: '<base href="https://cdn.example/shop/">' }),
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
    name: 'a page in XHTML',
    page: {
      html: `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>A publisher’s page</title><meta name="viewport" content="width=device-width" /><link rel="icon" href="data:," /></head><body><h1>A publisher’s page</h1></body></html>`,
    },
    headers: { 'Content-Type': 'application/xhtml+xml' },
    tag: '<script async="async" src="DESK/porch/porch.now.js"></script>',
  },
  {
    name: 'a page of framesets',
    page: {
      html: '<html><head><title>Old</title><link rel="icon" href="data:,"></head><frameset cols="20%,80%"><frame src="about:blank"><frame src="about:blank"></frameset></html>',
    },
    withoutPhone: 'it has no viewport for phones',
  },
  {
    name: 'a page that is only the tag',
    page: { html: '<link rel="icon" href="data:,">' },
    withoutPhone: 'it has no viewport for phones',
  },
  made(
    'a page that deletes zE and adds the tag again, twice',
    {},
    { tag: LOADER, afterwards: AGAIN, meanwhile: CALLS, everyRun: true },
  ),
];
