import { inline, made, type Row, script, sheet } from './row';

const MOTION = 'it plays or loads in its own time';

/** Style sheets and components on a page of 30 paragraphs. */
const COMPONENTS: readonly Row[] = [
  made(
    'Bootstrap 5 with a fixed bottom bar',
    {
      head:
        sheet('bootstrap/dist/css/bootstrap.min.css') +
        script('bootstrap/dist/js/bootstrap.bundle.min.js', 'defer'),
      body: '<nav class="navbar fixed-bottom bg-body-tertiary"><div class="container-fluid"><a class="navbar-brand" href="#">Shop</a></div></nav>',
    },
    { everyRun: true, everyBrowser: true },
  ),
  made('Bootstrap 5 from right to left', {
    html: 'lang="ar" dir="rtl"',
    head: sheet('bootstrap/dist/css/bootstrap.rtl.min.css'),
  }),
  made(
    'Bulma',
    { head: sheet('bulma/css/bulma.min.css'), html: 'lang="en" class="has-navbar-fixed-top"' },
    { everyBrowser: true },
  ),
  made('Materialize with a round button in the corner', {
    head: sheet('materialize-css/dist/css/materialize.min.css'),
    body: `<div class="fixed-action-btn"><a class="btn-floating btn-large red" href="#">+</a></div>${script('materialize-css/dist/js/materialize.min.js')}<script>M.AutoInit()</script>`,
  }),
  made('Fomantic UI', {
    head:
      sheet('fomantic-ui-css/semantic.min.css') +
      script('jquery/dist/jquery.min.js') +
      script('fomantic-ui-css/semantic.min.js'),
    body: '<div class="ui dropdown"><div class="menu"></div></div><script>$(".ui.dropdown").dropdown()</script>',
  }),
  made(
    'Ionic',
    {
      head:
        sheet('@ionic/core/css/ionic.bundle.css') +
        script('@ionic/core/dist/ionic/ionic.esm.js', 'type="module"'),
      text: '<ion-app><ion-header><ion-toolbar><ion-title>Shop</ion-title></ion-toolbar></ion-header><ion-content><p>Words</p><ion-button>Buy</ion-button></ion-content></ion-app>',
    },
    { moves: MOTION },
  ),
  made(
    'Framework7',
    {
      head: sheet('framework7/framework7-bundle.min.css'),
      text: `<div id="app"><div class="view view-main"><div class="page"><div class="navbar"><div class="navbar-inner"><div class="title">Shop</div></div></div><div class="page-content"><p>Words</p></div></div></div></div>${script('framework7/framework7-bundle.min.js')}<script>new Framework7({ el: '#app' })</script>`,
    },
    { moves: MOTION },
  ),
  made(
    'Onsen UI',
    {
      head:
        sheet('onsenui/css/onsenui.min.css') +
        sheet('onsenui/css/onsen-css-components.min.css') +
        script('onsenui/js/onsenui.min.js'),
      text: '<ons-page><ons-toolbar><div class="center">Shop</div></ons-toolbar><p>Words</p><ons-button>Buy</ons-button></ons-page>',
    },
    { moves: MOTION },
  ),
  made(
    'Foundation with a sticky bar',
    {
      head:
        sheet('foundation-sites/dist/css/foundation.min.css') +
        script('jquery/dist/jquery.min.js') +
        script('foundation-sites/dist/js/foundation.min.js'),
      body: '<div data-sticky-container><div class="top-bar sticky" data-sticky><p>Shop</p></div></div><script>$(document).foundation()</script>',
    },
    { moves: MOTION, possibleProblems: [/unrecognized expression/] },
  ),
  made(
    'UIkit with a sticky bar',
    {
      head: sheet('uikit/dist/css/uikit.min.css') + script('uikit/dist/js/uikit.min.js'),
      body: '<div uk-sticky><nav class="uk-navbar-container" uk-navbar>Shop</nav></div>',
    },
    { moves: MOTION },
  ),
  made(
    'AdminLTE',
    {
      head:
        sheet('admin-lte/dist/css/adminlte.min.css') +
        script('bootstrap/dist/js/bootstrap.bundle.min.js', 'defer') +
        script('admin-lte/dist/js/adminlte.min.js', 'defer'),
      attributes: 'class="layout-fixed sidebar-expand-lg"',
      text: '<div class="app-wrapper"><nav class="app-header navbar">Shop</nav><aside class="app-sidebar"><div class="sidebar-wrapper">Menu</div></aside><main class="app-main"><p>Words</p></main><footer class="app-footer">End</footer></div>',
    },
    { moves: MOTION },
  ),
  made(
    'Tabler',
    {
      head:
        sheet('@tabler/core/dist/css/tabler.min.css') + script('@tabler/core/dist/js/tabler.min.js', 'defer'),
      text: '<div class="page"><header class="navbar"><h1>Shop</h1></header><div class="page-wrapper"><div class="card"><div class="card-body">Words</div></div></div></div>',
    },
    { moves: MOTION },
  ),
  made(
    'docsify',
    {
      head: sheet('docsify/dist/themes/core.min.css'),
      text: `<div id="app"></div><script>window.$docsify = { name: 'Shop' }</script>${script('docsify/dist/docsify.min.js')}`,
    },
    {
      moves: MOTION,
      more: { 'README.md': { body: '# A publisher’s page\n\nWords.', type: 'text/markdown' } },
    },
  ),
  made('a light YouTube embed', {
    head:
      sheet('lite-youtube-embed/src/lite-yt-embed.css') + script('lite-youtube-embed/src/lite-yt-embed.js'),
    body: '<lite-youtube videoid="ogfYd705cRs"></lite-youtube>',
  }),
  made(
    'an emoji picker of custom elements',
    {
      head: script('emoji-picker-element/index.js', 'type="module"'),
      body: '<emoji-picker data-source="data:application/json,[]"></emoji-picker>',
    },
    { moves: MOTION, possibleProblems: [/./] },
  ),
  made(
    'lenis, which scrolls smoothly',
    {
      head: sheet('lenis/dist/lenis.css') + script('lenis/dist/lenis.min.js'),
      body: '<script>new Lenis({ autoRaf: true })</script>',
    },
    { withoutPhone: 'lenis keeps scrolling where it was', possibleGlobals: /^lenis/i },
  ),
  made('perfect-scrollbar', {
    head:
      sheet('perfect-scrollbar/css/perfect-scrollbar.css') +
      script('perfect-scrollbar/dist/perfect-scrollbar.min.js'),
    body: '<style>body { position: relative; height: 100vh; overflow: hidden }</style><script>new PerfectScrollbar(document.body)</script>',
  }),
  made(
    'fullPage.js',
    {
      head: sheet('fullpage.js/dist/fullpage.min.css') + script('fullpage.js/dist/fullpage.min.js'),
      text: '<div id="full"><div class="section">One</div><div class="section">Two</div></div>',
      body: `<script>new fullpage('#full', { licenseKey: 'gplv3-license' })</script>`,
    },
    { moves: MOTION, possibleProblems: [/fullPage/] },
  ),
  made(
    'sections that appear as they scroll',
    {
      head: sheet('aos/dist/aos.css') + script('aos/dist/aos.js'),
      body: '<div data-aos="fade-up">Words</div><script>AOS.init()</script>',
    },
    { moves: MOTION },
  ),
  made(
    'Locomotive Scroll',
    {
      head:
        sheet('locomotive-scroll/bundled/locomotive-scroll.css') +
        script('locomotive-scroll/bundled/locomotive-scroll.min.js'),
      body: '<script>new LocomotiveScroll()</script>',
    },
    { moves: MOTION, withoutPhone: 'it keeps scrolling where it was' },
  ),
  made('a reset of all styles', { head: sheet('the-new-css-reset/css/reset.css') }),
  made(
    'Dark Reader, which darkens every style sheet',
    { head: `${script('darkreader/darkreader.js')}${inline('DarkReader.enable()')}` },
    { moves: MOTION, possibleGlobals: /DarkReader/ },
  ),
  made(
    'pace.js, which watches every request',
    { head: sheet('pace-js/pace-theme-default.css') + script('pace-js/pace.js') },
    { moves: MOTION },
  ),
  made('FastClick, which makes clicks of touches', {
    head: script('fastclick/lib/fastclick.js'),
    body: inline('FastClick.attach(document.body)'),
  }),
  made('AngularJS', {
    html: 'lang="en" ng-app',
    head: script('angular/angular.min.js'),
    body: '<p>{{ 1 + 1 }}</p><input ng-model="x">',
  }),
  made('Knockout', {
    head: script('knockout/build/output/knockout-latest.js'),
    body: '<p data-bind="text: x"></p><script>ko.applyBindings({ x: 1 })</script>',
  }),
  made(
    'Vue on the whole body',
    {
      head: script('vue/dist/vue.global.prod.js'),
      body: '<p>{{ words }}</p><script>Vue.createApp({ data: () => ({ words: "Words" }) }).mount("body")</script>',
    },
    { everyRun: true, everyBrowser: true },
  ),
  made('Alpine.js', {
    head: script('alpinejs/dist/cdn.min.js', 'defer'),
    attributes: 'x-data="{ open: false }"',
    body: '<p x-show="open">Words</p>',
  }),
];

const NEXT = { 'next.html': { body: '' } };
const link = (body: string) =>
  `<div id="swup" class="transition-fade" data-barba="container"><main class="main"><a id="next" href="next.html">On</a>${body}</main></div>`;

const navigating = (
  name: string,
  head: string,
  { attributes = '', body = '', ...more }: Partial<Row> & { attributes?: string; body?: string } = {},
): Row => {
  const page = (text: string) =>
    made('', { head, attributes, text: link(text), body }).page as { html: string };
  return made(
    name,
    {},
    {
      page: { html: page('<h1>A publisher’s page</h1>').html },
      more: { ...NEXT, 'next.html': { body: page('<h1>The next page</h1>').html } },
      link: '#next',
      moves: 'it changes its pages by itself',
      possibleGlobals: /./,
      ...more,
    },
  );
};

/** Libraries that change the page without a reload. */
const NAVIGATION: readonly Row[] = [
  navigating('a page whose link loads the next', ''),
  navigating('Turbo', script('@hotwired/turbo/dist/turbo.es2017-umd.js'), {
    everyRun: true,
    everyBrowser: true,
  }),
  navigating('Turbolinks', script('turbolinks/dist/turbolinks.js')),
  made(
    'Turbo, which morphs a page that it loads again',
    {
      head: `<meta name="turbo-refresh-method" content="morph">${script('@hotwired/turbo/dist/turbo.es2017-umd.js')}`,
    },
    {
      afterwards: `new Promise((done) => {
        addEventListener('turbo:render', () => done(), { once: true });
        Turbo.visit(location.href, { action: 'replace' });
      })`,
      moves: 'it changes its pages by itself',
    },
  ),
  navigating('htmx, boosted', script('htmx.org/dist/htmx.min.js'), {
    attributes: 'hx-boost:inherited="true"',
  }),
  navigating('Unpoly', sheet('unpoly/unpoly.min.css') + script('unpoly/unpoly.min.js'), {
    body: '<script>up.link.config.followSelectors.push("a[href]")</script>',
  }),
  navigating('swup', script('swup/dist/Swup.umd.js'), {
    body: '<script>new Swup({ animationSelector: false })</script>',
  }),
  navigating('barba', script('@barba/core/dist/barba.umd.js'), {
    attributes: 'data-barba="wrapper"',
    body: '<script>barba.init()</script>',
  }),
  navigating('pjax', script('pjax/pjax.min.js'), {
    body: '<script>new Pjax({ selectors: ["title", "#swup"] })</script>',
  }),
  navigating('view transitions between pages', '<style>@view-transition { navigation: auto }</style>'),
];

export const LIBRARIES: readonly Row[] = [...COMPONENTS, ...NAVIGATION];
