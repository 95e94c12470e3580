import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startBalancer } from '../support/balancer';
import { openPage, shareBrowser } from '../support/browser';
import { type Desk, type DeskOptions, startDesk } from '../support/desk';
import { folderForThisTest } from '../support/folder';
import { forThisTest } from '../support/forThis';
import { fixture, startHostPages } from '../support/hostPages';
import { createMemoryHub } from '../support/memory/memoryBus';
import { createMemoryStore } from '../support/memory/memoryStore';
import { openShelf } from '../support/openFiles';
import { copyRepository } from '../support/repositoryCopy';
import { conversationWith, widgetOf } from '../support/widget';

/** `npm run test:long -- upgrade`: visits in each phase. With `UPGRADE_APART=1`, nothing is shared, and it fails. */
const VISITS = Number(process.env.UPGRADE_VISITS ?? 0);

describe.runIf(VISITS > 0)('an upgrade of one desk after another, each with files of its own', () => {
  it('leaves no page without a file: not open ones, and no new visit', async () => {
    const folder = folderForThisTest();
    const { browser } = await forThisTest(shareBrowser());
    const pages = await forThisTest(startHostPages());
    const [older, newer] = [await forThisTest(copyRepository()), await forThisTest(copyRepository())];
    // Each as an image: no files of earlier builds.
    for (const copy of [older, newer]) rmSync(join(copy.folder, 'dist'), { recursive: true });
    newer.change('locales/en-us.json', 'How can we help?', 'How may we help?');
    for (const copy of [older, newer]) {
      // Only a smaller build needs more time.
      copy.change('package.json', '"passes": 5', '"passes": 1');
      copy.change('scripts/compress.mjs', 'BROTLI_MAX_QUALITY', 'BROTLI_MIN_QUALITY');
      await copy.build();
    }

    const shelf = process.env.UPGRADE_APART ? undefined : await openShelf(join(folder, 'uploads'), undefined);
    const store = createMemoryStore('rolling');
    const hub = createMemoryHub();
    const ports = [0, 0];
    const balancer = await forThisTest(startBalancer(ports));
    const start = (repository: string, port = 0): Promise<Desk> => {
      const options: DeskOptions = {
        repository,
        store,
        shelf,
        port,
        bus: hub.join(),
        agentToken: 'token-of-the-agents',
      };
      return startDesk({ ...options, publicUrl: balancer.origin });
    };
    const desks = [await start(older.folder), await start(older.folder)];
    onTestFinished(async () => {
      for (const desk of desks) await desk.close();
    });
    desks.forEach((desk, at) => {
      ports[at] = Number(new URL(desk.origin).port);
    });
    const address = pages.serve(
      fixture('plain.html', { DESK: balancer.origin }).replace('porch.js', 'porch.now.js'),
    );

    const visit = async () => {
      const { page } = await openPage(browser, { possibleProblems: [/ERR_|Failed to load|WebSocket/] });
      await page.goto(address);
      await widgetOf(page).launcher.waitFor();
      return page;
    };
    let said = 0;
    const write = async (page: Awaited<ReturnType<typeof visit>>) => {
      const text = `Message ${said++}`;
      await widgetOf(page).say(text);
      await conversationWith(desks[1] as Desk, text);
    };
    const opened = await Promise.all(Array.from({ length: VISITS }, visit));
    for (const page of opened.slice(0, VISITS / 2)) {
      await widgetOf(page).open();
      await write(page);
    }
    for (const at of [0, 1]) {
      const old = desks[at] as Desk;
      await old.close();
      desks[at] = await start(newer.folder);
      ports[at] = Number(new URL((desks[at] as Desk).origin).port);
      for (let left = VISITS; left > 0; left--) {
        const page = await visit();
        await widgetOf(page).open();
        await write(page);
        await page.close();
      }
    }
    // Their launchers and windows are of the older build, which no desk has any more; so are the files that come now.
    for (const page of opened.slice(VISITS / 2)) {
      await widgetOf(page).open();
      await write(page);
    }
    for (const page of opened) {
      await widgetOf(page).frame.getByRole('button', { name: 'Add emoji' }).click();
      await widgetOf(page).frame.getByRole('dialog').getByRole('button', { name: '😀' }).first().waitFor();
    }
    const { asked, missing } = balancer.files();
    console.log(`${asked} files asked for, ${missing.length} missing`);
    expect(missing).toEqual([]);
    expect(asked).toBeGreaterThan(20 * VISITS);
  }, 900_000);
});
