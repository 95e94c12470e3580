import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/run.mjs';
import { openPage } from '../../support/browser';
import { costOf } from '../../support/cost';
import { setUp } from '../../support/setUp';
import { conversationWith, roundTrip, widgetOf } from '../../support/widget';

const { browser, desk, pages } = await setUp();
const TAG = readFileSync(join(root, 'examples/tag-manager/messenger.html'), 'utf8').replace(
  'https://desk.example',
  desk.origin,
);

/** A tag manager: puts a tag's HTML on the page, each script as a new element, because a parsed one does not run. */
const MANAGER = `
  function fire(html) {
    const template = document.createElement('template');
    template.innerHTML = html;
    for (const script of template.content.querySelectorAll('script')) {
      const copy = document.createElement('script');
      copy.text = script.text;
      script.replaceWith(copy);
    }
    const holder = document.createElement('div');
    holder.hidden = true;
    holder.append(template.content);
    document.body.append(holder);
  }`;
const page = () =>
  pages.serve(
    `<!doctype html><html lang="en"><title>A shop</title><link rel="icon" href="data:,"><script>${MANAGER}</script><body><h1>A shop</h1>`,
  );

describe('the recipe tag-manager', () => {
  it('loads nothing before consent, and shows a messenger that works once it is given', async () => {
    const { page: opened } = await openPage(browser);
    const asked: string[] = [];
    opened.on(
      'request',
      (request) => void (request.url().startsWith(desk.origin) && asked.push(request.url())),
    );
    await opened.goto(page());
    expect([asked, await opened.evaluate('typeof zE')]).toEqual([[], 'undefined']);
    await opened.evaluate(`fire(${JSON.stringify(TAG)})`);
    const { launcher, open, say } = widgetOf(opened);
    await launcher.waitFor();
    await open();
    await say('Is this in stock?');
    await conversationWith(desk, 'Is this in stock?');
  });

  it('has one messenger, and its conversation, when the tag fires again on each route', async () => {
    const { page: opened } = await openPage(browser);
    await opened.goto(page());
    for (let route = 0; route < 5; route++)
      await opened.evaluate(`history.pushState(null, '', '?${route}'); fire(${JSON.stringify(TAG)})`);
    await roundTrip(desk, opened);
    await opened.evaluate(`history.pushState(null, '', '?last'); fire(${JSON.stringify(TAG)})`);
    await roundTrip(desk, opened);
    expect(await opened.locator('[data-porch]').count()).toBe(1);
  });

  it('leaves the page when consent is taken back', async () => {
    const { page: opened } = await openPage(browser);
    await opened.goto(page());
    await opened.evaluate(`fire(${JSON.stringify(TAG)})`);
    await widgetOf(opened).launcher.waitFor();
    await opened.evaluate("zE('messenger', 'destroy')");
    await expect.poll(() => opened.locator('[data-porch], iframe').count()).toBe(0);
  });

  it('passes its budget', async () => {
    const fired = `<!doctype html><html lang="en"><title>A shop</title><link rel="icon" href="data:,"><body><h1>A shop</h1>${TAG}`;
    expect(await costOf(pages.serve(fired), 'tag-manager', desk)).toContain('within the budget');
  });
});
