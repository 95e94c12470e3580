import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileChooser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { folderForThisTest } from '../support/folder';
import { hold } from '../support/hold';
import { png } from '../support/pictures';
import { setUp } from '../support/setUp';
import { conversationWith, widgetOf } from '../support/widget';

const { browser, desk } = await setUp({ settings: { messenger: { conversationHistory: 'remember' } } });

/** Chooses files in the browser's file dialog, as a visitor does. */
const choose = async (page: Page, files: Parameters<FileChooser['setFiles']>[0]) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    widgetOf(page).frame.getByRole('button', { name: 'Upload file' }).click(),
  ]);
  await chooser.setFiles(files);
};

const begin = async (page: Page, text: string) => {
  const widget = widgetOf(page);
  await page.goto(`${desk.origin}/`);
  await widget.open();
  await widget.say(text);
  return { ...widget, id: await conversationWith(desk, text) };
};

const filesAt = async (id: string) => {
  const { body } = await agent(desk)('GET', `/conversations/${id}/messages`);
  return body.messages.filter((m) => m.type !== 'text').map((m) => m.type);
};

const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(png(320, 180)) });

const it = test.extend('opened', () => openPage(browser));

describe('files', () => {
  it('reach the desk once each, in their order, and say why others do not', async ({ opened }) => {
    const { log, id } = await begin(opened.page, 'I send files');
    await choose(opened.page, [
      picture('dent.png'),
      { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
      { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    ]);
    await log.getByText('This type of file can’t be sent.').waitFor();
    await expect.poll(() => filesAt(id)).toEqual(['image', 'file']);
    await log.getByRole('progressbar').first().waitFor({ state: 'detached' });
    await expect.poll(() => log.getByRole('listitem').count()).toBe(4 + 1);
    await log.getByRole('button', { name: 'Remove', exact: true }).click();
    await log.getByText('setup.exe').waitFor({ state: 'detached' });
  });

  it('arrive once after a cut connection and a press, and once when only the answer was lost', async () => {
    const opened = await openPage(browser, { expectedProblems: [/ERR_FAILED/] });
    const { page, log, id } = await begin(opened.page, 'The line is bad');
    await page.route(/\/files$/, (route) => route.abort());
    await choose(page, picture('crack.png'));
    await log.getByText('Not sent yet').waitFor();
    await page.unroute(/\/files$/);
    await log.getByText('Try again').click();
    await expect.poll(() => filesAt(id)).toEqual(['image']);
    await log.getByRole('progressbar').waitFor({ state: 'detached' });
    // The file arrives but its answer is lost, so the client sends it again.
    await page.route(/\/files$/, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await choose(page, picture('hole.png'));
    await expect.poll(() => filesAt(id)).toEqual(['image', 'image']);
    await log.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(await log.getByRole('listitem').count()).toBe(3 + 1);
    expect(await log.getByText('Not sent yet').count()).toBe(0);
    expect(await filesAt(id)).toEqual(['image', 'image']);
  });

  it('that were saved again on the disk before they were sent say so, and are chosen anew (file-11)', async () => {
    const opened = await openPage(browser, { expectedProblems: [/ERR_FAILED|ERR_UPLOAD_FILE_CHANGED/] });
    const { page, log, id } = await begin(opened.page, 'I still write in it');
    const folder = folderForThisTest();
    const path = join(folder, 'letter.txt');
    writeFileSync(path, 'Dear shop');
    await page.route(/\/files$/, (route) => route.abort());
    await choose(page, path);
    await log.getByText('Not sent yet').waitFor();
    await page.unroute(/\/files$/);
    writeFileSync(path, 'Dear shop, I have changed my mind');
    await log.getByRole('button', { name: 'Try again' }).click();
    await log.getByRole('alert').getByText('This file was changed or moved. Choose it again.').waitFor();
    expect(await log.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await log.getByRole('button', { name: 'Remove', exact: true }).click();
    await choose(page, path);
    await expect.poll(() => filesAt(id)).toEqual(['file']);
  });

  it('can be dropped onto the card and pasted into the text box', async ({ opened }) => {
    const { frame, composer, id } = await begin(opened.page, 'I drop and paste');
    await frame.getByRole('button', { name: 'Upload file' }).waitFor();
    await composer.evaluate(
      (element, bytes) => {
        const give = (name: string) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
          return data;
        };
        const dropped = { bubbles: true, cancelable: true, dataTransfer: give('dropped.png') };
        element.ownerDocument.body.dispatchEvent(new DragEvent('drop', dropped));
        const pasted = { bubbles: true, cancelable: true, clipboardData: give('pasted.png') };
        element.dispatchEvent(new ClipboardEvent('paste', pasted));
      },
      [...png(8, 8)],
    );
    await expect.poll(() => filesAt(id)).toEqual(['image', 'image']);
  });
});

describe('the camera of a phone', () => {
  it('has a large button, moves nothing when it appears, and sends its picture', async () => {
    const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
    const opened = await openPage(browser, phone);
    const { until: held, release } = hold();
    await opened.page.route(/\/camera\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    const { page, frame, composer, id } = await begin(opened.page, 'I have it here');
    // Round to whole pixels, because the opening animation ends at fractions.
    const upload = frame.getByRole('button', { name: 'Upload file' });
    const places = async () => {
      const boxes = [composer, upload].map((e) => e.boundingBox());
      return (await Promise.all(boxes)).map((box) => Object.values(box ?? {}).map(Math.round));
    };
    // The first buttons give way to those of the tools.
    await expect.poll(places).not.toContainEqual([]);
    const before = await places();
    const camera = frame.getByRole('button', { name: 'Take photo' });
    expect(await camera.count()).toBe(0);
    release();
    await camera.waitFor();
    expect(await places()).toEqual(before);
    // The keyboard of such a device has emoji of its own.
    expect(await frame.getByRole('button', { name: 'Add emoji' }).count()).toBe(0);
    const { width, height } = (await camera.boundingBox()) ?? {};
    expect([width, height]).toEqual([44, 44]);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), camera.click()]);
    expect(
      await chooser.element().evaluate((e: HTMLInputElement) => [e.accept, e.getAttribute('capture')]),
    ).toEqual(['image/*', 'environment']);
    await chooser.setFiles(picture('image.png'));
    await expect.poll(() => filesAt(id)).toEqual(['image']);
  });
});

describe('the limits of files', () => {
  it('52,428,800 bytes pass, one byte more is refused with fileSize', async () => {
    const folder = folderForThisTest();
    const sized = (name: string, bytes: number) => {
      writeFileSync(join(folder, name), '');
      truncateSync(join(folder, name), bytes);
      return join(folder, name);
    };
    const opened = await openPage(browser);
    const { log, id } = await begin(opened.page, 'They are big');
    await choose(opened.page, [sized('most.zip', 52_428_800), sized('more.zip', 52_428_801)]);
    await log.getByText('This file is too large. The limit is 50 MB.').waitFor();
    await log.getByRole('link', { name: /most\.zip.*50 MB/ }).waitFor();
    expect(await log.getByRole('link', { name: /more\.zip/ }).count()).toBe(0);
    expect(await log.getByText('Try again').count()).toBe(0);
    expect(await filesAt(id)).toEqual(['file']);
  });

  it('26 files tooMany: the last one says so, and can be sent after all', async ({ opened }) => {
    const { log, id } = await begin(opened.page, 'They are many');
    await choose(
      opened.page,
      Array.from({ length: 26 }, (_, i) => ({
        name: `${i}.txt`,
        mimeType: 'text/plain',
        buffer: Buffer.from(`${i}`),
      })),
    );
    await log.getByText('You can send up to 25 files at a time.').waitFor();
    await expect.poll(async () => (await filesAt(id)).length).toBe(25);
    await log.getByText('Try again').click();
    await expect.poll(async () => (await filesAt(id)).length).toBe(26);
  });
});

/** The number of files stored in the browser, in its database and in its list. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const listed = Object.keys(localStorage).filter((key) => key.includes('.outbox.file-')).length;
    const held = await new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('ZD-files', 1);
      // The database may not exist yet, and this check must not create it.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      opening.onerror = () => resolve(0);
      opening.onsuccess = () => {
        const counting = opening.result.transaction('files').objectStore('files').count();
        counting.onsuccess = () => {
          opening.result.close();
          resolve(counting.result);
        };
        counting.onerror = () => reject(counting.error);
      };
    });
    return [listed, held];
  });

/** Holds the page's uploads without an answer until the test decides their outcome. */
const holdUploads = async (page: Page) => {
  const uploads = { posts: 0, now: 'held' as 'held' | 'cut' | 'sent' };
  await page.route(/\/files$/, async (route) => {
    uploads.posts++;
    if (uploads.now === 'sent') await route.continue();
    if (uploads.now === 'cut') await route.abort();
  });
  return uploads;
};

/** Chooses a picture that does not reach the desk, and waits until the browser has stored it. */
const leavePicture = async (page: Page, name: string) => {
  await choose(page, picture(name));
  await widgetOf(page).log.getByText(name).waitFor();
  await expect.poll(() => keptIn(page)).toEqual([1, 1]);
};

describe('a file that the desk has not taken', () => {
  it('arrives once after a reload, in its old position (file-12)', async ({ opened }) => {
    const { page, log, id } = await begin(opened.page, 'The train is in a tunnel');
    const uploads = await holdUploads(page);
    // It leaves before the file that sends it has come.
    await page.route(/\/attachments\.js/, () => {});
    await leavePicture(page, 'tunnel.png');
    expect(await log.getByRole('progressbar').count()).toBe(0);
    await page.unroute(/\/attachments\.js/);
    await page.reload();
    await log.getByRole('progressbar', { name: 'tunnel.png' }).waitFor();
    expect(await log.getByRole('listitem').count()).toBe(2 + 1);
    expect(await filesAt(id)).toEqual([]);
    uploads.now = 'sent';
    await page.reload();
    await expect.poll(() => filesAt(id)).toEqual(['image']);
    await log.getByRole('progressbar').waitFor({ state: 'detached' });
    await log.locator('img').waitFor();
    await expect.poll(() => keptIn(page)).toEqual([0, 0]);
    await page.reload();
    await log.locator('img').waitFor();
    expect(await log.getByRole('listitem').count()).toBe(2 + 1);
    expect(await filesAt(id)).toEqual(['image']);
  });

  it('is sent by a new tab with a closed window, and by one of two tabs alone', async () => {
    const opened = await openPage(browser, { expectedProblems: [/ERR_FAILED/] });
    const { page, id } = await begin(opened.page, 'The browser crashes');
    (await holdUploads(page)).now = 'cut';
    await leavePicture(page, 'crash.png');
    const context = page.context();
    const tabs = await Promise.all([context.newPage(), context.newPage()]);
    const uploads = await Promise.all(tabs.map(holdUploads));
    const posts = () => uploads.reduce((sum, one) => sum + one.posts, 0);
    for (const one of uploads) one.now = 'sent';
    for (const tab of tabs) {
      await tab.goto(`${desk.origin}/`);
      await widgetOf(tab).launcher.waitFor();
    }
    // The tab that holds the file is still open, so the others do not send it.
    await tabs[1]?.waitForLoadState('networkidle');
    expect([posts(), await filesAt(id)]).toEqual([0, []]);
    await page.close();
    await expect.poll(() => filesAt(id)).toEqual(['image']);
    await expect.poll(() => keptIn(tabs[0] as Page)).toEqual([0, 0]);
    expect(posts()).toBe(1);
  });

  it('is deleted when the visitor logs out: the next one neither sees nor sends it', async ({ opened }) => {
    const { page, log, composer } = await begin(opened.page, 'This is private');
    const uploads = await holdUploads(page);
    await leavePicture(page, 'private.png');
    Object.assign(uploads, { posts: 0, now: 'sent' });
    await page.evaluate(() =>
      (window as unknown as { zE(...args: string[]): void }).zE('messenger', 'logoutUser'),
    );
    await log.getByText('private.png').waitFor({ state: 'detached' });
    await expect.poll(() => keptIn(page)).toEqual([0, 0]);
    await composer.fill('Somebody else');
    await composer.press('Enter');
    const id = await conversationWith(desk, 'Somebody else');
    await page.reload();
    await widgetOf(page).message('Somebody else').waitFor();
    expect([uploads.posts, await filesAt(id), await log.getByText('private.png').count()]).toEqual([
      0,
      [],
      0,
    ]);
  });

  it('is not kept where the page allows no storage, and is sent all the same', async ({ opened }) => {
    const { page, log, id } = await begin(opened.page, 'Keep nothing');
    const uploads = await holdUploads(page);
    await leavePicture(page, 'kept.png');
    await page.evaluate(() =>
      (window as unknown as { zE(...args: string[]): void }).zE('messenger:set', 'cookies', 'none'),
    );
    await expect.poll(() => keptIn(page)).toEqual([0, 0]);
    uploads.now = 'sent';
    await choose(page, picture('unkept.png'));
    await log.getByRole('button', { name: 'Remove: kept.png' }).click();
    await expect.poll(() => filesAt(id)).toEqual(['image']);
    expect(await keptIn(page)).toEqual([0, 0]);
  });
});

describe('the typed text', () => {
  it('is restored after a reload, and deleted once it is sent', async ({ opened }) => {
    const { page, composer, message } = await begin(opened.page, 'A first word');
    await widgetOf(page).frame.getByRole('button', { name: 'Add emoji' }).waitFor();
    await composer.fill('Half a thought');
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).includes('Half a thought')))
      .toBe(true);
    await page.reload();
    await expect.poll(() => composer.inputValue()).toBe('Half a thought');
    await composer.press('Enter');
    await message('Half a thought').waitFor();
    await page.reload();
    await message('Half a thought').waitFor();
    await widgetOf(page).frame.getByRole('button', { name: 'Add emoji' }).waitFor();
    expect(await composer.inputValue()).toBe('');
  });

  it('takes emoji by keyboard, where the caret is', async ({ opened }) => {
    const { page, frame, composer } = await begin(opened.page, 'Cheer up');
    await composer.fill('ab');
    await composer.evaluate((e: HTMLTextAreaElement) => e.setSelectionRange(1, 1));
    const opener = frame.getByRole('button', { name: 'Add emoji' });
    await opener.press('Enter');
    const search = frame.getByRole('searchbox', { name: 'Search emoji' });
    await search.fill('pizza');
    // Past the button that clears the search, and the tone.
    for (let i = 0; i < 3; i++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await frame.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await opener.evaluate((e) => e === e.ownerDocument.activeElement)).toBe(true);
    expect(await composer.inputValue()).toBe(`a${String.fromCodePoint(0x1f355)}b`);
  });
});
