import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPage, shareBrowser } from '../support/browser';
import { startDesk } from '../support/desk';
import { agent } from '../support/deskClient';
import { forThisFile, forThisTest } from '../support/forThis';
import { fixture, startHostPages } from '../support/hostPages';
import { png } from '../support/pictures';
import { copyRepository } from '../support/repositoryCopy';
import { replyAs, roundTrip, widgetAt, widgetOf } from '../support/widget';

const { browser } = await forThisFile(shareBrowser());
const pages = await forThisFile(startHostPages());
const copy = await forThisFile(copyRepository());

/** The names of build files a page has requested, without those of locales. */
const filesOf = (page: Page): Set<string> => {
  const names = new Set<string>();
  page.on('request', (request) => {
    const [, name] = /\/porch\/(\w{5}\/[a-z]\w*\.js)$/i.exec(request.url()) ?? [];
    if (name) names.add(name);
  });
  return names;
};

/** Records every text shown in the window from now on, even if only for a moment. */
const recordWords = async (page: Page): Promise<() => Promise<string>> => {
  const body = widgetOf(page).frame.locator('body');
  await body.evaluate((element) => {
    const said: string[] = [];
    Object.assign(element.ownerDocument, { said });
    new MutationObserver(() => said.push(element.textContent ?? '')).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  return () =>
    body.evaluate((element) => (Reflect.get(element.ownerDocument, 'said') as string[]).join('\n'));
};

/**
 * Requests the loader and each file it names repeatedly until stopped.
 * @returns the files that were missing
 */
const watchLoader = (origin: string) => {
  let stopped = false;
  let seen = 0;
  const missing = new Set<string>();
  const watching = (async () => {
    while (!stopped) {
      const loader = await (await fetch(`${origin}/porch/porch.js`)).text();
      const [, folder] = /\.build="(\w{5})"/.exec(loader) ?? [];
      if (!folder) missing.add(`a whole loader: ${loader.slice(-50)}`);
      for (const name of ['launcher.js', 'messenger.js']) {
        const { status } = await fetch(`${origin}/porch/${folder}/${name}`, { method: 'HEAD' });
        if (status !== 200) missing.add(`${folder}/${name}`);
      }
      seen += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return async () => {
    stopped = true;
    await watching;
    expect(seen).toBeGreaterThan(10);
    return [...missing];
  };
};

it('an upgrade under open pages breaks none of them: their later files exist, and their messages arrive', async () => {
  const first = await startDesk({ repository: copy.folder });
  const { origin, store } = first;
  const address = pages.serve(fixture('plain.html', { DESK: origin }));
  const opened = await openPage(browser, { expectedProblems: [/ERR_CONNECTION_REFUSED/] });
  const { page } = opened;
  const context = page.context();
  const asked = filesOf(page);
  const widget = await widgetAt(page, address);
  const id = await roundTrip(first, page);
  const closed = await context.newPage();
  await closed.goto(address);
  await widgetOf(closed).launcher.waitFor();
  const old = new Set(asked);
  expect([...old].join()).not.toMatch(/emoji|uploads/);

  // Only a smaller build needs more time.
  copy.change('package.json', '"passes": 5', '"passes": 1');
  copy.change('scripts/compress.mjs', 'BROTLI_MAX_QUALITY', 'BROTLI_MIN_QUALITY');
  copy.change('package.json', '"version": "', '"version": "9.');
  copy.change('src/launcher/styles.ts', 'padding:0 14px', 'padding:0 15px');
  copy.change('locales/en-us.json', 'How can we help?', 'How may we help?');
  const stopWatching = watchLoader(origin);
  const building = copy.build();
  await widget.say('While you build');
  await building;
  expect(await stopWatching()).toEqual([]);

  const words = await recordWords(page);
  const leftAt = Date.now();
  const inVain = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/faye'));
  await first.close();
  await inVain;
  await widget.say('While you are away');
  const desk = await forThisTest(
    startDesk({ repository: copy.folder, store, port: Number(new URL(origin).port) }),
  );
  await replyAs(desk, id, 'We are back');
  await widget.message('We are back').waitFor();
  const textsAt = async () => {
    const { body } = await agent(desk)('GET', `/conversations/${id}/messages`);
    return body.messages.map((m) => m.text ?? m.type);
  };
  await expect.poll(textsAt).toContain('While you are away');
  const said = await words();
  expect(said).not.toMatch(/Not sent|failed/i);
  // A machine that takes longer than these 5 s for the new desk may tell of the lost connection.
  if (Date.now() - leftAt < 5000) expect(said).not.toMatch(/Reconnecting|offline|back online|No connection/i);

  await widget.frame.getByRole('button', { name: 'Add emoji' }).click();
  await widget.frame.getByRole('dialog').getByRole('button', { name: '😀' }).first().click();
  await expect.poll(() => widget.composer.inputValue()).not.toBe('');
  await widget.composer.press('Enter');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    widget.frame.getByRole('button', { name: 'Upload file' }).click(),
  ]);
  await chooser.setFiles([{ name: 'dent.png', mimeType: 'image/png', buffer: Buffer.from(png(320, 180)) }]);
  await expect
    .poll(async () => (await textsAt()).slice(-2))
    .toEqual([expect.stringMatching(/^\p{Emoji}/u), 'image']);
  const now = [...asked].map((name) => name.split('.')[1]);
  expect(new Set(now)).toEqual(new Set([...old].map((name) => name.split('.')[1])));
  expect([...asked].join()).toMatch(/emojiPicker.*attachments|attachments.*emojiPicker/);

  // This page had loaded only its launcher.
  await widgetOf(closed).open();
  await widgetOf(closed).message('We are back').waitFor();

  // The browser caches the earlier loader for five minutes.
  const next = await context.newPage();
  const askedNext = filesOf(next);
  await next.goto(address);
  await widgetOf(next).open();
  await widgetOf(next).message('We are back').waitFor();
  expect([...askedNext].filter((name) => /^(messenger|launcher)/.test(name)).every((n) => old.has(n))).toBe(
    true,
  );
  await replyAs(desk, id, 'To all of you');
  for (const each of [page, closed, next]) await widgetOf(each).message('To all of you').waitFor();

  const { page: fresh } = await openPage(browser);
  const askedFresh = filesOf(fresh);
  await fresh.goto(address);
  await roundTrip(desk, fresh);
  // The realm's file is the same in both builds, and so is its name.
  const changed = [...askedFresh].filter((name) => !name.startsWith('realm.'));
  expect(changed.filter((name) => old.has(name))).toEqual([]);
  // A busy machine takes minutes for the second build.
}, 600_000);
