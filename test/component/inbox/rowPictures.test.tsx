import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseFile, dispatch, FILE, fakePictures } from './support/fakePictures';
import { openInboxOf } from './support/renderInbox';

let browser: ReturnType<typeof fakePictures>;

beforeEach(() => {
  browser = fakePictures();
});
afterEach(() => void vi.restoreAllMocks());

const open = async () => {
  const { desk } = await openInboxOf('ana');
  fireEvent.click(screen.getByRole('button', { name: 'More to send' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Carousel' }));
  const dialog = await screen.findByRole('dialog', { name: 'Carousel' });
  return { desk, dialog, part: within(dialog) };
};
const UPLOADED = 'https://desk.example/uploads/a-picture-1/picture.webp';

describe('the picture of an item', () => {
  it('is scaled as a whole, uploaded for its conversation, and sent by its address', async () => {
    const { desk, part } = await open();
    fireEvent.input(part.getByLabelText('Title'), { target: { value: 'Boots' } });
    const control = part.getByRole('group', { name: 'Picture' });
    chooseFile(control);
    await within(control).findByText('The picture is uploaded.');
    expect(browser.sizes).toEqual([[400, 301]]);
    expect(desk.pictures).toEqual([['ana', 'image/webp']]);
    expect(part.getByLabelText<HTMLInputElement>('Picture URL').value).toBe(UPLOADED);
    fireEvent.click(part.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(desk.sent[0]?.body.items).toMatchObject([{ title: 'Boots', mediaUrl: UPLOADED }]),
    );
  });

  it('stays with its item while others are written, and goes when it is removed', async () => {
    const { part } = await open();
    fireEvent.click(part.getByRole('button', { name: 'Add an item' }));
    const control = part.getByRole('group', { name: 'Picture 2' });
    dispatch(control, 'drop', { dataTransfer: { types: ['Files'], files: [FILE], getData: () => '' } });
    fireEvent.input(part.getByLabelText('Title 1'), { target: { value: 'Boots' } });
    await within(control).findByText('The picture is uploaded.');
    const urls = () =>
      ['1', '2'].map((at) => part.getByLabelText<HTMLInputElement>(`Picture URL ${at}`).value);
    expect([part.getByLabelText<HTMLInputElement>('Title 1').value, urls()]).toEqual([
      'Boots',
      ['', UPLOADED],
    ]);
    fireEvent.click(within(control).getByRole('button', { name: 'Remove the picture' }));
    await waitFor(() => expect(urls()).toEqual(['', '']));
  });

  it('that the browser cannot read, or the desk refuses, says so', async () => {
    const { desk, part } = await open();
    const control = part.getByRole('group', { name: 'Picture' });
    browser.canRead = false;
    chooseFile(control);
    expect((await within(control).findByRole('alert')).textContent).toMatch(/cannot read/);
    browser.canRead = true;
    desk.sendFailure = 'rejected';
    desk.sendReason = 'The disk is nearly full';
    chooseFile(control);
    await waitFor(() =>
      expect(within(control).getByRole('alert').textContent).toBe('The disk is nearly full'),
    );
    expect(part.getByLabelText<HTMLInputElement>('Picture URL').value).toBe('');
  });
});
