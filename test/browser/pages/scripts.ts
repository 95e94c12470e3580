import { fixture } from '../../support/hostPages';
import { inline, made, type Row, script, sheet } from './row';

/** Scripts that change what the browser gives to every page. */
const BUILT_INS: readonly Row[] = [
  made(
    'a page that has broken the browser’s own functions',
    { head: inline(fixture('brokenGlobals.js')) },
    { everyRun: true },
  ),
  made('a page with members on all prototypes, as of Prototype 1.6', {
    head: inline(fixture('prototypeLike.js')),
  }),
  made(
    'Zone.js',
    { head: script('zone.js/bundles/zone.umd.min.js') },
    { possibleGlobals: /^__zone_symbol__/, everyRun: true, everyBrowser: true },
  ),
  made('core-js', { head: script('core-js-bundle/minified.js') }, { everyBrowser: true }),
  made('Sugar, which extends all prototypes', {
    head: `${script('sugar/dist/sugar.min.js')}${inline('Sugar.extend()')}`,
  }),
  made(
    'SES in lockdown',
    {
      head: `${script('ses/dist/lockdown.umd.min.js')}${inline('lockdown({ errorTaming: "unsafe", consoleTaming: "unsafe", overrideTaming: "severe" })')}`,
    },
    { everyRun: true },
  ),
  made(
    'SES in lockdown, moderately tamed',
    { head: `${script('ses/dist/lockdown.umd.min.js')}${inline('lockdown()')}` },
    { possibleProblems: [/^Removing|SES/] },
  ),
  made('the polyfills of web components', {
    head: script('@webcomponents/webcomponentsjs/webcomponents-bundle.js'),
  }),
  made(
    'ShadyDOM, forced',
    {
      head: `${inline('ShadyDOM = { force: true }')}${script('@webcomponents/webcomponentsjs/bundles/webcomponents-sd-ce-pf.js')}`,
    },
    {
      moves: 'it writes its own tree',
      possibleProblems: [/adoptedStyleSheets|^Porch: /],
      limitation: { why: 'Its attachShadow gives roots without adoptedStyleSheets.', launcher: 'absent' },
    },
  ),
  made('Array.prototype.toJSON and its like', {
    head: inline(`for (const type of [Array, String, Date, Object]) type.prototype.toJSON = () => 'x'`),
  }),
  made('an enumerable member of Object.prototype', {
    head: inline('Object.prototype.extend = function () { return this }'),
  }),
  made('a page that has frozen its prototypes', {
    head: inline(
      'for (const type of [Object, Array, Function, String, Promise, Map, Node, Element, EventTarget, Event]) Object.freeze(type.prototype)',
    ),
  }),
  made(
    'a page that breaks the browser’s own functions later',
    {},
    { afterwards: `${fixture('brokenGlobals.js')}; 0` },
  ),
  made('a page that has replaced Promise', {
    head: inline("Promise = function () { throw new Error('the page’s Promise was used') }"),
  }),
  made('a page that has wrapped what scripts may do', {
    head: inline(`
      const wrap = (object, name) => {
        const own = object[name];
        object[name] = function (...args) { return own.apply(this, args) };
      };
      for (const name of ['fetch', 'setTimeout', 'clearTimeout', 'requestAnimationFrame', 'queueMicrotask']) wrap(window, name);
      for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) wrap(EventTarget.prototype, name);
      for (const name of ['appendChild', 'insertBefore', 'removeChild', 'replaceChild']) wrap(Node.prototype, name);
      for (const name of ['attachShadow', 'setAttribute', 'append', 'remove']) wrap(Element.prototype, name);
      for (const name of ['pushState', 'replaceState']) wrap(history, name);
      for (const name of ['open', 'send', 'setRequestHeader']) wrap(XMLHttpRequest.prototype, name);
      for (const name of ['createElement', 'createElementNS']) wrap(document, name);
      WebSocket = class extends WebSocket {};
      MutationObserver = class extends MutationObserver {};`),
  }),
  made('a page whose clock does not move', {
    head: inline('Date.now = () => 0; performance.now = () => 0'),
  }),
  made('a page without a console', { head: inline('window.console = {}') }),
  made('a page that seems to be a module', {
    head: inline(
      "exports = {}; module = { exports }; define = () => { throw new Error('defined') }; define.amd = {}",
    ),
  }),
  made('RequireJS', { head: script('requirejs/require.js') }),
  made('Datejs', { head: script('datejs/lib/date.js') }),
  made('$ and jQuery without conflict', {
    head: `${script('jquery/dist/jquery.min.js')}${inline('jQuery.noConflict(); window.$ = (id) => document.getElementById(id)')}`,
  }),
];

const SENT = [/Failed to (fetch|load)|JSON|Rollbar|LogRocket|PostHog|TrackJS|Raygun|403|404/];
const tracker = (name: string, head: string, more: Partial<Row> = {}) =>
  made(name, { head }, { possibleProblems: SENT, possibleGlobals: /./, possibleOrigins: /./, ...more });

/** Scripts that record what visitors do and what fails. */
const TRACKERS: readonly Row[] = [
  tracker(
    'Rollbar',
    `${script('rollbar/dist/rollbar.umd.min.js')}${inline('window.r = (window.rollbar || window.Rollbar).init ? rollbar.init({ accessToken: "x", captureUncaught: true, captureUnhandledRejections: true }) : 0')}`,
  ),
  tracker(
    'Bugsnag',
    `${script('@bugsnag/browser/dist/bugsnag.min.js')}${inline('Bugsnag.start({ apiKey: "0123456789abcdef0123456789abcdef" })')}`,
  ),
  tracker(
    'Raygun',
    `${script('raygun4js/dist/raygun.umd.min.js')}${inline('rg4js("apiKey", "x"); rg4js("enableCrashReporting", true)')}`,
  ),
  tracker(
    'PostHog',
    `${script('posthog-js/dist/array.full.js')}${inline('posthog.init && posthog.init("x", { api_host: "https://eu.posthog.example" })')}`,
  ),
  tracker('LogRocket', `${script('logrocket/dist/build.umd.js')}${inline('LogRocket.init("a/b")')}`),
  tracker(
    'rrweb, which records the page',
    `${script('rrweb/umd/rrweb.min.js')}${inline('addEventListener("DOMContentLoaded", () => rrweb.record({ emit() {} }))')}`,
  ),
  tracker('TrackJS', `${script('trackjs/t.js')}${inline('TrackJS.install({ token: "x" })')}`),
  tracker(
    'many trackers and Zone.js at once',
    [
      script('zone.js/bundles/zone.umd.min.js'),
      script('@bugsnag/browser/dist/bugsnag.min.js'),
      inline('Bugsnag.start({ apiKey: "0123456789abcdef0123456789abcdef" })'),
      script('logrocket/dist/build.umd.js'),
      inline('LogRocket.init("a/b")'),
      script('trackjs/t.js'),
      inline('TrackJS.install({ token: "x" })'),
    ].join(''),
  ),
];

const above = (why: string, ends: string) => ({ why, launcher: 'covered' as const, ends });

/** What asks for consent or attention above the page. */
const LAYERS: readonly Row[] = [
  made(
    'Klaro’s notice',
    {
      head: `${sheet('klaro/dist/klaro.min.css')}${inline('klaroConfig = { services: [{ name: "x", purposes: ["y"] }] }')}${script('klaro/dist/klaro-no-css.js', 'defer')}`,
    },
    {
      moves: 'the notice comes when it is loaded',
      possibleGlobals: /klaro/i,
      withoutPhone: 'its notice has the corner until the choice',
    },
  ),
  made(
    'Vanilla Cookie Consent’s bar',
    {
      head:
        sheet('vanilla-cookieconsent/dist/cookieconsent.css') +
        script('vanilla-cookieconsent/dist/cookieconsent.umd.js'),
      body: inline(
        'CookieConsent.run({ hideFromBots: false, categories: { necessary: { readOnly: true } }, guiOptions: { consentModal: { layout: "bar" } }, language: { default: "en", translations: { en: { consentModal: { title: "Cookies", acceptAllBtn: "Yes" }, preferencesModal: { sections: [] } } } } })',
      ),
    },
    {
      moves: 'the bar slides in',
      withoutPhone: 'the bar has the corner until the choice',
      limitation: above(
        'The bar is above the launcher until the visitor has chosen.',
        'CookieConsent.acceptCategory("all"); CookieConsent.hide()',
      ),
    },
  ),
  made(
    'a tarteaucitron icon in the corner',
    {
      head: script('tarteaucitronjs/tarteaucitron.js'),
      body: inline(
        'tarteaucitron.init({ orientation: "bottom", showIcon: true, iconPosition: "BottomRight", cookieslist: false, useExternalCss: false })',
      ),
    },
    {
      moves: 'its icon comes when it is loaded',
      possibleGlobals: /./,
      limitation: { why: 'Its icon takes the same corner with a higher z-index.', launcher: 'covered' },
    },
  ),
  made(
    'a SweetAlert',
    { head: script('sweetalert2/dist/sweetalert2.all.min.js') },
    {
      everyRun: true,
      afterwards: 'new Promise((didOpen) => void Swal.fire({ title: "Hello", didOpen: () => didOpen() }))',
      moves: 'the alert grows',
    },
  ),
  made(
    'an active focus trap',
    {
      head: `${script('tabbable/dist/index.umd.min.js')}${script('focus-trap/dist/focus-trap.umd.min.js')}`,
      body: '<div id="menu"><button>Menu</button></div>',
    },
    {
      afterwards: 'trap = focusTrap.createFocusTrap("#menu"); trap.activate(); 0',
      possibleGlobals: /^trap$/,
      limitation: {
        why: 'The trap takes every press outside it, in the capture phase.',
        launcher: 'dead',
        ends: 'trap.deactivate(); 0',
      },
    },
  ),
  made(
    'an active focus trap that lets clicks pass',
    {
      head: `${script('tabbable/dist/index.umd.min.js')}${script('focus-trap/dist/focus-trap.umd.min.js')}`,
      body: '<div id="menu"><button>Menu</button></div>',
    },
    {
      afterwards:
        'trap = focusTrap.createFocusTrap("#menu", { allowOutsideClick: true }); trap.activate(); 0',
      possibleGlobals: /^trap$/,
      withoutPhone: 'the trap scrolls to what it gives the focus to',
    },
  ),
  made(
    'a modal dialog',
    { body: '<dialog id="d"><p>Hello</p></dialog>' },
    {
      afterwards: 'd.showModal()',
      limitation: above('A modal dialog makes everything else inert, as the browser has it.', 'd.close()'),
    },
  ),
  made(
    'a popover that closes with the next press elsewhere',
    { body: '<div id="p" popover>Hello</div>' },
    { afterwards: 'p.showPopover()', moves: 'the popover closes' },
  ),
  made(
    'a popover over the whole page',
    {
      body: '<div id="p" popover="manual" style="position: fixed; inset: 0; width: 100%; height: 100%">Hello</div>',
    },
    {
      afterwards: 'p.showPopover()',
      limitation: above('A popover is above every z-index, as the browser has it.', 'p.hidePopover()'),
    },
  ),
  made(
    'a modal of Bootstrap, which keeps the focus',
    {
      head:
        sheet('bootstrap/dist/css/bootstrap.min.css') +
        script('bootstrap/dist/js/bootstrap.bundle.min.js', 'defer'),
      body: '<div class="modal" id="m" tabindex="-1"><div class="modal-dialog"><div class="modal-content"><input></div></div></div>',
    },
    {
      afterwards:
        "new Promise((done) => { m.addEventListener('shown.bs.modal', () => done()); new bootstrap.Modal(m).show() })",
      moves: 'the modal slides in',
    },
  ),
  made(
    'a modal dialog of jQuery UI',
    {
      head:
        sheet('jquery-ui-dist/jquery-ui.css') +
        script('jquery/dist/jquery.min.js') +
        script('jquery-ui-dist/jquery-ui.js'),
      body: '<div id="m"><input></div>',
    },
    { afterwards: "$('#m').dialog({ modal: true }); 0" },
  ),
  made(
    'a tour of driver.js',
    { head: sheet('driver.js/dist/driver.css') + script('driver.js/dist/driver.js.iife.js') },
    {
      afterwards:
        "tour = driver.js.driver({ animate: false, steps: [{ element: 'h1', popover: { title: 'Here' } }] }); tour.drive(); 0",
      moves: 'the tour moves to its place',
      possibleGlobals: /^tour$/,
    },
  ),
  made(
    'a page in a view transition',
    {},
    { afterwards: 'void document.startViewTransition(() => document.querySelector("p").remove()); 0' },
  ),
  made(
    'a layer with the highest z-index',
    { body: '<div id="layer" style="position:fixed;inset:0;z-index:2147483647"></div>' },
    {
      limitation: above('Porch’s z-index is lower, so that the page can be above it.', 'layer.remove()'),
    },
  ),
  made(
    'a page that stops every click before it arrives',
    {
      head: inline(
        'stop = (e) => { e.stopImmediatePropagation(); e.preventDefault() }; addEventListener("click", stop, true)',
      ),
    },
    {
      limitation: {
        why: 'The launcher is a button of the page’s own document.',
        launcher: 'dead',
        ends: 'removeEventListener("click", stop, true)',
      },
      possibleGlobals: /^stop$/,
    },
  ),
  made('a page that stops keys, selection and touches of its own', {
    head: inline(`for (const type of ['mousedown', 'keydown', 'selectstart', 'contextmenu']) document.addEventListener(type, (e) => e.preventDefault(), true);
      for (const type of ['touchmove', 'wheel']) document.addEventListener(type, (e) => e.preventDefault(), { capture: true, passive: false })`),
  }),
  made(
    'a service worker that caches everything',
    { body: inline('navigator.serviceWorker.register("worker.js")') },
    {
      more: {
        'worker.js': {
          type: 'text/javascript',
          body: `importScripts('/node_modules/workbox-sw/build/workbox-sw.js');
addEventListener('install', () => skipWaiting());
addEventListener('activate', (e) => e.waitUntil(clients.claim()));
addEventListener('fetch', (e) => e.respondWith(caches.open('all').then(async (cache) => (await cache.match(e.request)) || fetch(e.request).then((answer) => { if (e.request.method === 'GET' && answer.ok && !e.request.url.includes('127.0.0.1')) cache.put(e.request, answer.clone()); return answer; }))));`,
        },
      },
      possibleProblems: [/worker|workbox/i],
    },
  ),
];

export const SCRIPTS: readonly Row[] = [...BUILT_INS, ...TRACKERS, ...LAYERS];
