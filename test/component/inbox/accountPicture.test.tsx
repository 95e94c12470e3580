import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeBar } from './support/fakeBar';
import { FakeDesk } from './support/fakeDesk';
import { chooseFile, dispatch, FILE, fakePictures } from './support/fakePictures';
import { renderInbox } from './support/renderInbox';

let browser: ReturnType<typeof fakePictures>;

beforeEach(() => {
  browser = fakePictures();
});
afterEach(() => void vi.restoreAllMocks());

const start = async (avatarUrl?: string) => {
  const desk = new FakeDesk();
  desk.accounts.agent = { ...desk.accounts.agent, avatarUrl };
  const { inbox } = await renderInbox(desk, undefined, undefined, createFakeBar('page=account'));
  const region = await screen.findByRole('group', { name: 'Your picture' });
  return { inbox, accounts: desk.accounts, region, part: within(region) };
};
type Part = Awaited<ReturnType<typeof start>>;

const choose = ({ region }: Part, file = FILE) => chooseFile(region, file);

describe('the picture in my account', () => {
  it('is cut to the square in its middle, scaled, sent and shown', async () => {
    const page = await start();
    choose(page);
    expect((await page.part.findByText('Your picture is saved.')).getAttribute('role')).toBe('status');
    expect(browser.cuts).toEqual([
      [],
      [49, 0, 301, 301, { resizeWidth: 256, resizeHeight: 256, resizeQuality: 'high' }],
    ]);
    expect([browser.sizes, browser.open]).toEqual([[[256, 256]], 0]);
    expect(page.accounts.made).toEqual([['setFace', 'image/webp']]);
    expect(page.region.querySelector('img')?.getAttribute('src')).toMatch(/a-new-face/);
    expect(page.inbox.workspace.value?.self.agent.value.avatarUrl).toMatch(/a-new-face/);
  });

  it('can be dropped and pasted, and a pasted text is none', async () => {
    const page = await start();
    const transfer = { types: ['Files'], files: [FILE], getData: () => '' };
    dispatch(page.region, 'dragenter', { dataTransfer: transfer });
    expect(page.part.queryByText('Drop the picture to use it')).not.toBeNull();
    dispatch(page.region, 'drop', { dataTransfer: transfer });
    await page.part.findByText('Your picture is saved.');
    expect(page.part.queryByText('Drop the picture to use it')).toBeNull();
    const button = page.part.getByRole('button', { name: 'Choose a picture' });
    fireEvent.paste(button, { clipboardData: { files: [], getData: () => 'a text' } });
    fireEvent.paste(button, { clipboardData: { files: [FILE], getData: () => '' } });
    await waitFor(() => expect(page.accounts.made).toHaveLength(2));
  });

  it('is chosen by a button that keeps the focus while it is saved', async () => {
    const page = await start();
    const button = page.part.getByRole<HTMLButtonElement>('button', { name: 'Choose a picture' });
    const clicked = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
    button.focus();
    fireEvent.click(button);
    expect(clicked).toHaveBeenCalledTimes(1);
    choose(page);
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    fireEvent.click(button);
    expect([clicked.mock.calls.length, document.activeElement, button.disabled]).toEqual([1, button, false]);
    await page.part.findByText('Your picture is saved.');
    expect(button.getAttribute('aria-disabled')).toBe('false');
  });

  it('that the browser cannot read is refused in words, and nothing is sent', async () => {
    const page = await start();
    browser.canRead = false;
    choose(page, new File(['x'], 'a.svg', { type: 'image/svg+xml' }));
    expect((await page.part.findByRole('alert')).textContent).toMatch(/cannot read .* PNG, JPEG or WebP/);
    expect(page.accounts.made).toEqual([]);
    browser.canRead = true;
    choose(page);
    await page.part.findByText('Your picture is saved.');
    expect(page.part.queryByRole('alert')).toBeNull();
  });

  it('that the desk refuses says why, and the one before stays', async () => {
    const page = await start('https://shop.example/maya.png');
    page.accounts.refusal = {
      ok: false,
      failure: 'rejected',
      reason: 'The disk of this desk is nearly full',
    };
    choose(page);
    expect((await page.part.findByRole('alert')).textContent).toBe('The disk of this desk is nearly full');
    expect(page.region.querySelector('img')?.getAttribute('src')).toBe('https://shop.example/maya.png');
  });

  it('is removed, with the focus on the button that stays', async () => {
    const page = await start('https://shop.example/maya.png');
    fireEvent.click(page.part.getByRole('button', { name: 'Remove the picture' }));
    await page.part.findByText('Your picture is removed.');
    expect(page.accounts.made).toEqual([['change', { avatarUrl: null }]]);
    expect(page.part.queryByRole('button', { name: 'Remove the picture' })).toBeNull();
    expect(document.activeElement).toBe(page.part.getByRole('button', { name: 'Choose a picture' }));
    expect(page.region.querySelector('img')).toBeNull();
  });
});
