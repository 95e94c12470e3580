import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Settings } from '../../../examples/support-desk/inbox/state/settings/settings';
import { createFakeBar } from './support/fakeBar';
import { FakeDesk } from './support/fakeDesk';
import { chooseFile, dispatch, FILE, fakePictures } from './support/fakePictures';
import { renderInbox } from './support/renderInbox';

let browser: ReturnType<typeof fakePictures>;

beforeEach(() => {
  browser = fakePictures();
});
afterEach(() => void vi.restoreAllMocks());

const ADDRESS = 'https://shop.example/a.png';
const UPLOADED = 'https://desk.example/uploads/a-picture-1/picture.webp';

const open = async (section: string, value: Record<string, unknown>, role: 'admin' | 'agent' = 'admin') => {
  const desk = new FakeDesk();
  desk.accounts.agent.role = role;
  desk.settings.put(value, 'Ada');
  const { inbox } = await renderInbox(desk, undefined, undefined, createFakeBar(`page=settings-${section}`));
  return { inbox, settings: desk.settings };
};
const control = (name: string) => screen.findByRole('group', { name });
const save = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Saved\./);
};

describe.each([
  ['the logo', 'texts', 'Logo', (avatarUrl?: string) => ({ messenger: { title: 'Shop', avatarUrl } })],
  [
    'the team’s picture',
    'texts',
    'Picture',
    (avatarUrl?: string) => ({ agent: { name: 'Shop', avatarUrl } }),
  ],
  [
    'the picture of a person',
    'people',
    'Picture of Ada',
    (avatarUrl?: string) => ({ messenger: { people: { team: [{ name: 'Ada', avatarUrl }] } } }),
  ],
] as const)('%s in the settings', (_what, section, name, settingsWith) => {
  const value = (avatarUrl?: string) => JSON.parse(JSON.stringify(settingsWith(avatarUrl)));

  it('is cut to a square, uploaded, shown, and used once it is saved', async () => {
    const { settings } = await open(section, value());
    const part = await control(name);
    chooseFile(part);
    await within(part).findByText('Save the settings to use this picture.');
    expect([settings.pictures, settings.values.length]).toEqual([['image/webp'], 2]);
    expect((await control(name)).querySelector('img')?.getAttribute('src')).toBe(UPLOADED);
    await save();
    expect(settings.values.at(-1)).toEqual(value(UPLOADED));
  });

  it('can be dropped and pasted', async () => {
    const { settings } = await open(section, value());
    const part = await control(name);
    dispatch(part, 'drop', { dataTransfer: { types: ['Files'], files: [FILE], getData: () => '' } });
    await waitFor(() => expect(settings.pictures).toHaveLength(1));
    await within(part).findByText('Save the settings to use this picture.');
    fireEvent.paste(part, { clipboardData: { files: [FILE], getData: () => '' } });
    await waitFor(() => expect(settings.pictures).toHaveLength(2));
  });

  it('that the browser cannot read, or the desk refuses, says so, and the one before stays', async () => {
    const { settings } = await open(section, value(ADDRESS));
    const part = await control(name);
    browser.canRead = false;
    chooseFile(part);
    expect((await within(part).findByRole('alert')).textContent).toMatch(/cannot read/);
    browser.canRead = true;
    settings.pictureRefusal = { ok: false, failure: 'rejected', reason: 'The disk is nearly full' };
    chooseFile(part);
    await waitFor(() => expect(within(part).getByRole('alert').textContent).toBe('The disk is nearly full'));
    settings.pictureRefusal = { ok: false, failure: 'network' };
    chooseFile(part);
    await waitFor(() => expect(within(part).getByRole('alert').textContent).toMatch(/cannot be reached/));
    expect(part.querySelector('img')?.getAttribute('src')).toBe(ADDRESS);
    expect(screen.queryByText('1 unsaved change')).toBeNull();
    settings.pictureRefusal = undefined;
    chooseFile(part);
    await within(part).findByText('Save the settings to use this picture.');
    expect(within(part).queryByRole('alert')).toBeNull();
  });

  it('is removed once that is saved, with the focus on the button that stays', async () => {
    const { settings } = await open(section, value(ADDRESS));
    const part = await control(name);
    fireEvent.click(within(part).getByRole('button', { name: 'Remove the picture' }));
    await within(part).findByText('Save the settings to show no picture.');
    expect(document.activeElement).toBe(within(part).getByRole('button', { name: 'Choose a picture' }));
    await save();
    expect(settings.values.at(-1)).toEqual(value());
  });

  it('cannot be changed by agents, nor where settings.json has it', async () => {
    const { settings } = await open(section, value(ADDRESS), 'agent');
    const part = await control(name);
    dispatch(part, 'drop', { dataTransfer: { types: ['Files'], files: [FILE], getData: () => '' } });
    await Promise.resolve();
    expect([settings.pictures, browser.cuts]).toEqual([[], []]);
  });

  it('that is uploaded while the agent leaves the page changes nothing', async () => {
    const { inbox, settings } = await open(section, value());
    const part = await control(name);
    let answer: (() => void) | undefined;
    let uploading: Promise<unknown> | undefined;
    const { addPicture } = settings.api;
    settings.api.addPicture = (picture) => {
      const held = new Promise<void>((done) => {
        answer = done;
      }).then(() => addPicture(picture));
      uploading = held;
      return held;
    };
    chooseFile(part);
    await waitFor(() => expect(uploading).toBeDefined());
    const set = vi.spyOn(inbox.workspace.value?.settings as Settings, 'set');
    inbox.workspace.value?.pages.show(undefined);
    await waitFor(() => expect(inbox.workspace.value?.settings.current.value).toBeUndefined());
    answer?.();
    await uploading;
    await waitFor(() => expect(set).toHaveBeenCalled());
    expect(inbox.workspace.value?.settings.changes.value).toBe(0);
  });
});

describe('the people of the team', () => {
  const people = (...team: object[]) => ({ messenger: { people: { team } } });
  const names = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Name' });

  it('are added, named and removed; one without a name is not saved', async () => {
    const { settings } = await open('people', people({ name: 'Ada', avatarUrl: ADDRESS }, { name: 'Ben' }));
    await control('Picture of Ada');
    fireEvent.click(screen.getByRole('button', { name: 'Add a person' }));
    await waitFor(() => expect(document.activeElement).toBe(names()[2]));
    expect(screen.queryByText(/unsaved change/)).toBeNull();
    fireEvent.input(names()[2] as HTMLElement, { target: { value: ' Cleo ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add a person' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a person' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Remove Ben' }));
    expect(names().map(({ value }) => value)).toEqual(['Ada', ' Cleo ', '']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a person' }));
    await save();
    expect(settings.values.at(-1)).toEqual(people({ name: 'Ada', avatarUrl: ADDRESS }, { name: 'Cleo' }));
  });

  it('keep their pictures while others are removed during an upload', async () => {
    const { settings } = await open('people', people({ name: 'Ada' }, { name: 'Ben' }));
    const part = await control('Picture of Ben');
    chooseFile(part);
    fireEvent.click(screen.getByRole('button', { name: 'Remove Ada' }));
    await waitFor(() => expect(settings.pictures).toHaveLength(1));
    await screen.findByText('Save the settings to use this picture.');
    await save();
    expect(settings.values.at(-1)).toEqual(people({ name: 'Ben', avatarUrl: UPLOADED }));
  });
});
