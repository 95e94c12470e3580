import type { Browser, FileChooser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage } from '../support/browser';
import { type Desk, startDesk } from '../support/desk';
import { agent } from '../support/deskClient';
import { png } from '../support/pictures';
import { conversationWith, widgetOf } from '../support/widget';

let browser: Browser;
let desk: Desk;

beforeAll(async () => {
  [browser, desk] = await Promise.all([
    launchBrowser(),
    startDesk({ settings: { messenger: { conversationHistory: 'remember' } } }),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await desk?.close();
});

/** Chooses files as a visitor does, in the browser's own dialog. */
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

describe('files', () => {
  it('reach the desk once each, in their order, and say why others do not', async () => {
    const opened = await openPage(browser);
    const { log, id } = await begin(opened.page, 'I send files');
    await choose(opened.page, [
      picture('dent.png'),
      { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
      { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    ]);
    await log.getByText('This type of file can’t be sent.').waitFor();
    await expect.poll(() => filesAt(id), { timeout: 10_000 }).toEqual(['image', 'file']);
    await log.getByRole('progressbar').first().waitFor({ state: 'detached' });
    await expect.poll(() => log.getByRole('listitem').count()).toBe(4 + 1);
    await log.getByRole('button', { name: 'Remove', exact: true }).click();
    await log.getByText('setup.exe').waitFor({ state: 'detached' });
    expect(opened.allProblems()).toEqual([]);
    await opened.close();
  });

  it('come through once after a cut connection, by a press, and once where only the answer was lost', async () => {
    const opened = await openPage(browser);
    const { page, log, id } = await begin(opened.page, 'The line is bad');
    await page.route(/\/files$/, (route) => route.abort());
    await choose(page, picture('crack.png'));
    await log.getByText('Upload failed').waitFor();
    await page.unroute(/\/files$/);
    await log.getByText('Tap to retry').click();
    await expect.poll(() => filesAt(id), { timeout: 10_000 }).toEqual(['image']);
    await log.getByRole('progressbar').waitFor({ state: 'detached' });
    // The file arrives, but no answer does: it is sent again.
    await page.route(/\/files$/, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await choose(page, picture('hole.png'));
    await expect.poll(() => filesAt(id), { timeout: 10_000 }).toEqual(['image', 'image']);
    await log.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(await log.getByRole('listitem').count()).toBe(3 + 1);
    expect(await log.getByText('Upload failed').count()).toBe(0);
    expect(await filesAt(id)).toEqual(['image', 'image']);
    await opened.close();
  });

  it('can be dropped onto the card and pasted into the text box', async () => {
    const opened = await openPage(browser);
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
    await expect.poll(() => filesAt(id), { timeout: 10_000 }).toEqual(['image', 'image']);
    expect(opened.allProblems()).toEqual([]);
    await opened.close();
  });
});

describe('what is typed', () => {
  it('is there again after a reload, and gone once it is sent', async () => {
    const opened = await openPage(browser);
    const { page, composer, message } = await begin(opened.page, 'A first word');
    await widgetOf(page).frame.getByRole('button', { name: 'Add emoji' }).waitFor();
    await composer.fill('Half a thought');
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).includes('Half a thought')), {
        timeout: 10_000,
      })
      .toBe(true);
    await page.reload();
    await expect.poll(() => composer.inputValue()).toBe('Half a thought');
    await composer.press('Enter');
    await message('Half a thought').waitFor();
    await page.reload();
    await message('Half a thought').waitFor();
    await widgetOf(page).frame.getByRole('button', { name: 'Add emoji' }).waitFor();
    expect(await composer.inputValue()).toBe('');
    await opened.close();
  });

  it('takes emoji by keyboard, where the caret is', async () => {
    const opened = await openPage(browser);
    const { page, frame, composer } = await begin(opened.page, 'Cheer up');
    await composer.fill('ab');
    await composer.evaluate((e: HTMLTextAreaElement) => e.setSelectionRange(1, 1));
    const opener = frame.getByRole('button', { name: 'Add emoji' });
    await opener.press('Enter');
    const search = frame.getByRole('searchbox', { name: 'Search emoji' });
    await search.fill('pizza');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await frame.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await opener.evaluate((e) => e === e.ownerDocument.activeElement)).toBe(true);
    expect(await composer.inputValue()).toBe(`a${String.fromCodePoint(0x1f355)}b`);
    expect(opened.allProblems()).toEqual([]);
    await opened.close();
  });
});
