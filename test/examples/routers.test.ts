import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/run.mjs';
import { installPackages } from '../../scripts/setup.mjs';
import { openPage } from '../support/browser';
import { bundleCode } from '../support/bundleCode';
import { hasEntry } from '../support/hasEntry';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();
const FOLDER = 'test/fixtures/routers';
await installPackages(FOLDER);
const modules = join(root, FOLDER, 'node_modules');

/** Two pages in each router, with the scroll rule of its guide: `.go` leads from the first to a long one. */
const VUE = `
  import { createApp, h } from 'vue';
  import { createRouter, createWebHistory, RouterLink, RouterView } from 'vue-router';
  const router = createRouter({
    history: createWebHistory(),
    routes: [
      { path: '/long', component: { render: () => h('p', { class: 'long' }, 'Long') } },
      { path: '/:first(.*)', component: { render: () => h(RouterLink, { to: '/long', class: 'go' }, () => 'Go') } },
    ],
    scrollBehavior: (to, from, saved) => saved ?? { top: 0 },
  });
  createApp({ render: () => h(RouterView) }).use(router).mount('#app');`;
const REACT = `
  import { createElement as h } from 'react';
  import { createRoot } from 'react-dom/client';
  import { createBrowserRouter, Link, Outlet, ScrollRestoration } from 'react-router';
  import { RouterProvider } from 'react-router/dom';
  const router = createBrowserRouter([{
    element: h('div', null, h(Outlet), h(ScrollRestoration)),
    children: [
      { path: '/long', element: h('p', { className: 'long' }, 'Long') },
      { path: '*', element: h(Link, { to: '/long', className: 'go' }, 'Go') },
    ],
  }]);
  createRoot(document.getElementById('app')).render(h(RouterProvider, { router }));`;
const TANSTACK = `
  import { createElement as h } from 'react';
  import { createRoot } from 'react-dom/client';
  import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router';
  const rootRoute = createRootRoute({ component: () => h(Outlet) });
  const getParentRoute = () => rootRoute;
  const routeTree = rootRoute.addChildren([
    createRoute({ getParentRoute, path: '/long', component: () => h('p', { className: 'long' }, 'Long') }),
    createRoute({ getParentRoute, path: '$', component: () => h(Link, { to: '/long', className: 'go' }, 'Go') }),
  ]);
  const router = createRouter({ routeTree, scrollRestoration: true });
  createRoot(document.getElementById('app')).render(h(RouterProvider, { router }));`;

const bundled = (code: string, packages: Record<string, string> = {}) =>
  bundleCode(code, {
    language: 'ts',
    entry: "import './code';",
    packages: {
      vue: `${modules}/vue/dist/vue.runtime.esm-bundler.js`,
      react: `${modules}/react`,
      'react-dom/client': `${modules}/react-dom/client.js`,
      'react-dom': `${modules}/react-dom`,
      'react-router/dom': `${modules}/react-router/dist/production/dom-export.mjs`,
      'react-router': `${modules}/react-router/dist/production/index.mjs`,
      '@tanstack/react-router': `${modules}/@tanstack/react-router`,
      ...packages,
    },
  });

const ROUTERS: Record<string, () => Promise<string>> = {
  'Vue Router 4': () =>
    bundled(VUE, { 'vue-router': `${modules}/vue-router-4/dist/vue-router.esm-bundler.js` }),
  'Vue Router 5': () => bundled(VUE, { 'vue-router': `${modules}/vue-router/dist/vue-router.js` }),
  'React Router 7': () => bundled(REACT),
  'TanStack Router': () => bundled(TANSTACK),
};

it.each(Object.keys(ROUTERS))(
  '%s leaves the page where it is, however the window is closed on a phone',
  async (name) => {
    const code = (await ROUTERS[name]?.()) ?? '';
    const body = `<style>.long { height: 4000px }</style><div id="app"></div><script>${code.replaceAll('</script', '<\\/script')}</script>`;
    const html = fixture('plain.html', { DESK: desk.origin, BODY: body });
    const { page } = await openPage(browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(pages.serve(html));
    await page.locator('.go').click();
    await page.locator('.long').waitFor();
    const { launcher, composer, window: card } = widgetOf(page);
    await launcher.waitFor();
    await page.evaluate(() => {
      scrollTo(0, 900);
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          Object.assign(window, { places: [] });
          addEventListener('scroll', () => (window as unknown as { places: number[] }).places.push(scrollY));
        }),
      );
    });
    // Playwright’s own taps wait for ever after a move of a frame.
    for (const close of ["zE('messenger', 'close')", 'history.back()']) {
      await page.evaluate("zE('messenger', 'open')");
      await composer.waitFor();
      await hasEntry(page, true);
      await page.evaluate(close);
      await hasEntry(page, false);
      await card.waitFor({ state: 'hidden' });
    }
    // The router still works. By now all that it does late is done.
    expect(
      await page.evaluate(() => [scrollY, ...(window as unknown as { places: number[] }).places]),
    ).toEqual([900]);
    await page.evaluate('history.back()');
    await page.locator('.go').waitFor();
  },
);
