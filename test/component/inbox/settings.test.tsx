import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAYS } from '../../../examples/support-desk/shared/openingHours';
import { createFakeBar } from './support/fakeBar';
import { FakeDesk } from './support/fakeDesk';
import { renderInbox } from './support/renderInbox';

// The timers of the preview run on the fake clock, so that no test waits.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const start = async (prepare: (desk: FakeDesk) => void = () => undefined, fake = createFakeBar()) => {
  const desk = new FakeDesk();
  prepare(desk);
  const { inbox } = await renderInbox(desk, undefined, undefined, fake);
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
  await screen.findByRole('heading', { name: 'Launcher and window' });
  return { desk, inbox, settings: desk.settings };
};

const section = (name: RegExp) =>
  fireEvent.click(within(screen.getByRole('navigation')).getByRole('button', { name }));
const write = (label: string, value: string) =>
  fireEvent.input(screen.getByRole('textbox', { name: label }), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const saved = (version: number, author: string) =>
  ({ type: 'settings:saved', version, author, savedAt: 1 }) as const;
const pause = () => vi.advanceTimersByTimeAsync(400);

const it = test.extend('settings', async () => (await start()).settings);

describe('the settings page', () => {
  it('saves what was changed under the agent’s name, and says so', async ({ settings }) => {
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    section(/^Texts/);
    write('Title', 'Shop');
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    press('Save');
    await screen.findByText(/^Saved\./);
    expect(settings.values.at(-1)).toEqual({ messenger: { title: 'Shop' } });
    expect(settings.versions[0]).toMatchObject({ author: 'Maya', version: 1 });
  });

  it('can be read by agents, and changed only by admins', async () => {
    const { settings } = await start((desk) => {
      desk.accounts.agent.role = 'agent';
      desk.settings.put({ messenger: { title: 'Shop' } }, 'Ada');
    });
    expect(screen.getByText('You can read the settings. Only an admin can change them.')).toBeTruthy();
    for (const name of ['Save', 'Preview']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
    for (const name of ['Team', 'API keys', 'Bots and webhooks', 'Audit log'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    section(/^Texts/);
    const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
    expect([title.value, title.closest<HTMLFieldSetElement>('fieldset.settings-read')?.disabled]).toEqual([
      'Shop',
      true,
    ]);
    section(/^History/);
    await screen.findByText(/^Version 1/);
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
    await pause();
    expect(settings.drafts).toEqual([]);
  });

  it('has its sections in groups, and a preview beside those that can be seen in it', async () => {
    await start();
    const nav = within(screen.getByRole('navigation'));
    const groups = nav.getAllByRole('list').map((list) => list.getAttribute('aria-label'));
    expect(groups).toEqual(['Look', 'Conversations', 'Ways to reach visitors', 'Safety', 'Team']);
    const preview = () => screen.queryByRole('region', { name: 'Preview' });
    expect(preview()).not.toBeNull();
    for (const name of [/^Ticket fields/, /^History/, /^Signing in/]) {
      section(name);
      await waitFor(() => expect(preview()).toBeNull());
    }
    section(/^Colors/);
    await waitFor(() => expect(preview()).not.toBeNull());
  });

  it('asks before the browser’s Back loses changes, and keeps its address', async () => {
    const fake = createFakeBar();
    const { history, move } = fake;
    const { inbox } = await start(() => undefined, fake);
    section(/^Texts/);
    expect(history()).toEqual(['', 'page=settings-texts']);
    write('Title', 'Shop');
    move(-1);
    await screen.findByRole('heading', { name: 'Leave without saving?' });
    expect(history()).toEqual(['', 'page=settings-texts']);
    press('Stay');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Shop');
    move(-1);
    await screen.findByRole('heading', { name: 'Leave without saving?' });
    press('Leave');
    await waitFor(() => expect(inbox.workspace.value?.pages.current.value).toBeUndefined());
    await waitFor(() => expect(history()).toEqual(['']));
  });

  it('keeps what is written while a save is under way, as a change of its own', async ({ settings }) => {
    section(/^Texts/);
    write('Title', 'Shop');
    const { save } = settings.api;
    let answer = () => {};
    settings.api.save = async (body) => {
      await new Promise<void>((done) => {
        answer = done;
      });
      return save(body);
    };
    press('Save');
    write('Title', 'Shop of Ada');
    write('Description', 'Hello');
    answer();
    await waitFor(() => expect(settings.version).toBe(1));
    expect(await screen.findByText('2 unsaved changes')).toBeTruthy();
    settings.api.save = save;
    press('Save');
    await screen.findByText(/^Saved\./);
    expect(settings.values).toEqual([
      {},
      { messenger: { title: 'Shop' } },
      { messenger: { title: 'Shop of Ada', description: 'Hello' } },
    ]);
  });

  it('keeps a list of texts, one a line, and tells the change in words', async ({ settings }) => {
    section(/^People/);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Show faces' }));
    const lines = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Suggested replies' });
    // An empty line is kept while the agent writes, and is no entry.
    fireEvent.input(lines, { target: { value: 'Where is my order? \n\n' } });
    expect(lines.value).toBe('Where is my order? \n\n');
    fireEvent.input(lines, { target: { value: 'Where is my order?\n\nSomething else' } });
    await pause();
    const people = { faces: true, starters: ['Where is my order?', 'Something else'] };
    expect(settings.drafts.at(-1)).toEqual({ messenger: { people } });
    press('Save');
    await screen.findByText(/^Saved\./);
    section(/^History/);
    expect(await screen.findByText('Suggested replies: Where is my order?, Something else')).toBeTruthy();
    section(/^People/);
    write('Suggested replies', '');
    await pause();
    expect(settings.drafts.at(-1)).toEqual({ messenger: { people: { faces: true } } });
  });

  it('gives the preview each change after a pause, and nothing while the agent writes', async () => {
    const { settings } = await start();
    await pause();
    expect(settings.drafts).toEqual([{}]);
    section(/^Texts/);
    for (const text of ['S', 'Sh', 'Shop']) write('Title', text);
    await pause();
    expect(settings.drafts).toEqual([{}, { messenger: { title: 'Shop' } }]);
  });

  it('gives the preview a change again that did not reach the desk, without another change', async () => {
    const { settings } = await start();
    await pause();
    section(/^Texts/);
    settings.failure = 'network';
    write('Title', 'Shop');
    await pause();
    expect(screen.getByText('The preview does not show your last changes.')).toBeTruthy();
    settings.failure = undefined;
    for (let i = 0; i < 6; i++) await pause();
    expect(settings.drafts).toEqual([{}, { messenger: { title: 'Shop' } }]);
    expect(screen.queryByText('The preview does not show your last changes.')).toBeNull();
  });

  it('says which setting cannot be used, at the field and in the list of sections', async () => {
    const { settings } = await start((desk) => {
      desk.settings.check = (value) =>
        JSON.stringify(value).includes('red')
          ? [
              {
                path: 'messenger/color/primary',
                words: 'messenger.color.primary: must be a CSS hex or rgb color',
              },
            ]
          : [];
    });
    section(/^Colors/);
    write('Header', 'red');
    await pause();
    const field = screen.getByRole('textbox', { name: 'Header' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const notes = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(notes?.textContent).toContain('This must be a CSS hex or rgb color.');
    expect(
      within(screen.getByRole('navigation')).getByRole('button', { name: 'Colors (1 mistake)' }),
    ).toBeTruthy();
    expect(screen.getByText('The preview does not show your last changes.')).toBeTruthy();
    press('Save');
    await screen.findByText('Not possible as it is: Header.');
    expect(settings.version).toBe(0);
    write('Header', '#123456');
    await pause();
    expect(field.getAttribute('aria-invalid')).toBe('false');
  });

  it('shows what settings.json sets and does not let it be changed, and tells of its mistake', async () => {
    await start((desk) => {
      desk.settings.fixed = { messenger: { position: 'left' } };
      desk.settings.fileProblem = 'line 4: it is not JSON';
    });
    const position = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Position' });
    expect([position.value, position.disabled]).toEqual(['left', true]);
    expect(screen.getByText(/Its last good version is used/).parentElement?.textContent).toContain('line 4');
  });

  it('undoes the last save, and brings an earlier version back from the history', async () => {
    const { settings } = await start((desk) => {
      desk.settings.put({ messenger: { title: 'One' } }, 'Ada');
      desk.settings.put({ messenger: { title: 'Two' } }, 'Bo');
    });
    press('Undo the last save');
    await screen.findByText('Version 1 is back.');
    expect(settings.values.at(-1)).toEqual({ messenger: { title: 'One' } });
    section(/^History/);
    await screen.findByRole('heading', { name: /^Version 3/ });
    expect(screen.getByText('Title: Two (before: One)')).toBeTruthy();
    press('Restore version 2');
    await screen.findByRole('heading', { name: /^Version 4/ });
    expect(settings.values.at(-1)).toEqual({ messenger: { title: 'Two' } });
  });

  it('asks before it is left with unsaved changes, and before the page closes', async () => {
    const { inbox } = await start();
    expect(inbox.holdsUnsaved.value).toBe(false);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Show the label on phones too' }));
    expect(inbox.holdsUnsaved.value).toBe(true);
    press('Back to the inbox');
    const dialog = screen.getByRole('dialog', { name: 'Leave without saving?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    press('Back to the inbox');
    press('Leave');
    await screen.findByRole('heading', { name: 'Inbox' });
    expect(inbox.holdsUnsaved.value).toBe(false);
  });

  it('follows the hours of a day: added, changed to midnight, and removed', async ({ settings }) => {
    section(/^Opening hours/);
    press('Monday: add times');
    fireEvent.input(screen.getByLabelText('Monday: to'), { target: { value: '00:00' } });
    await pause();
    expect(settings.drafts.at(-1)).toEqual({ hours: { days: { mon: [{ from: '09:00', to: '24:00' }] } } });
    press('Monday: remove');
    await pause();
    expect(settings.drafts.at(-1)).toEqual({ hours: { days: { mon: [] } } });
  });

  it('copies the times of a day to all, and takes the computer’s time zone with the switch', async ({
    settings,
  }) => {
    section(/^Opening hours/);
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(screen.getByLabelText<HTMLSelectElement>('Time zone').options[0]?.value).toBe(zone);
    fireEvent.click(screen.getByLabelText('The team has opening hours'));
    expect(screen.getByText(/^No day has times/)).toBeTruthy();
    press('Tuesday: add times');
    press('Tuesday: copy to all days');
    await screen.findByText('Every day has the times of Tuesday.');
    expect(screen.queryByText(/^No day has times/)).toBeNull();
    await pause();
    const { hours } = settings.drafts.at(-1) as { hours: Record<string, unknown> };
    const times = [{ from: '09:00', to: '17:00' }];
    expect(hours).toEqual({
      enabled: true,
      timeZone: zone,
      days: Object.fromEntries(DAYS.map((day) => [day, times])),
    });
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: 'Tuesday: copy to all days' }).disabled,
    ).toBe(true);
  });

  it('has the message outside of the opening hours in several languages, with an example', async ({
    settings,
  }) => {
    section(/^Opening hours/);
    press('Monday: add times');
    fireEvent.click(screen.getByLabelText(/^Send a message to visitors who write outside/));
    expect(screen.getByText('The team has no opening hours yet, so nobody gets it.')).toBeTruthy();
    write('For all languages without a text', 'Hi {{name}}, back {{opens}}');
    expect(await screen.findByText(/^Hi Vera, back Monday,? 9:00.AM/)).toBeTruthy();
    const languages = screen.getByLabelText<HTMLSelectElement>('Add a text in');
    languages.value = 'de';
    fireEvent(languages, new Event('change', { bubbles: true }));
    const german = await screen.findByLabelText('German (de)');
    expect(document.activeElement).toBe(german);
    fireEvent.input(german, { target: { value: 'Ab {{opens}}' } });
    expect((await screen.findByText(/^Ab Montag, 09:00/)).getAttribute('lang')).toBe('de');
    await pause();
    expect(settings.drafts.at(-1)).toMatchObject({
      hours: {
        message: { enabled: true, text: 'Hi {{name}}, back {{opens}}', texts: { de: 'Ab {{opens}}' } },
      },
    });
    press('German (de): remove');
    expect(document.activeElement).toBe(languages);
    expect(screen.queryByLabelText('German (de)')).toBeNull();
  });
});

describe('two agents who edit the settings at once', () => {
  const edited = async () => {
    const page = await start();
    section(/^Texts/);
    write('Title', 'Mine');
    page.settings.put({ messenger: { title: 'Theirs', description: 'Hello' } }, 'Bo');
    return page;
  };

  it('are told as soon as the other saves, and can put their changes on top', async () => {
    const { desk, settings } = await edited();
    desk.emit(saved(1, 'Bo'));
    const alert = (await screen.findByText(/Bo has saved version 1/)).closest('[role=alert]');
    expect(alert?.textContent).toContain('You have both changed: Title.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    press('Put my changes on top');
    press('Save');
    await screen.findByText(/^Saved\./);
    expect(settings.values.at(-1)).toEqual({ messenger: { title: 'Mine', description: 'Hello' } });
  });

  it('are told when they save without having heard of it, and nothing is overwritten', async () => {
    const { settings } = await edited();
    press('Save');
    await screen.findByText(/Bo has saved version 1/);
    expect(settings.version).toBe(1);
    press('Drop my changes');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Theirs');
    expect(screen.queryByText(/unsaved/)).toBeNull();
  });

  it('see what the other has saved at once where they have changed nothing', async () => {
    const { desk } = await start((d) => d.settings.put({ messenger: { title: 'One' } }, 'Ada'));
    section(/^Texts/);
    desk.settings.put({ messenger: { title: 'Two' } }, 'Bo');
    desk.emit(saved(2, 'Bo'));
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Two'),
    );
    expect(screen.getByText(/^Bo has saved the settings/)).toBeTruthy();
  });
});

describe('the ticket fields', () => {
  const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

  it('are added, changed and removed, and saved as one list', async ({ settings }) => {
    section(/^Ticket fields/);
    press('Add a field');
    write('Id', '42');
    write('Name', 'Size');
    const type = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Type' });
    type.value = 'tagger';
    // `fireEvent.change` sends an input event where compat is loaded.
    fireEvent(type, new Event('change', { bubbles: true }));
    write('Options, one a line: a value, or a value = its name', 's = Small\nl\n\n');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Pages may set it' }));
    await pause();
    expect(settings.drafts.at(-1)).toEqual({
      customTicketFields: [
        {
          id: '42',
          title: 'Size',
          type: 'tagger',
          custom_field_options: [
            { value: 's', name: 'Small' },
            { value: 'l', name: 'l' },
          ],
          editable_in_portal: false,
        },
      ],
    });
    press('Add a field');
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    press('Remove Size');
    expect(value('Id').value).toBe('2');
    press('Remove field 2');
    expect(screen.queryByText('1 unsaved change')).toBeNull();
    press('Add a field');
    write('Name', 'Order');
    press('Save');
    await screen.findByText(/^Saved\./);
    expect(settings.values.at(-1)).toEqual({
      customTicketFields: [{ id: '1', title: 'Order', type: 'text' }],
    });
  });

  it('show their own options after a discard and a removal, and what is written while it means them', async () => {
    const options = (names: string[]) => names.map((name) => ({ name, value: name }));
    const fields = ['s', 'm'].map((name) => ({
      id: name,
      title: name,
      type: 'tagger',
      custom_field_options: options([name]),
    }));
    await start((desk) => desk.settings.put({ customTicketFields: fields }, 'Ada'));
    section(/^Ticket fields/);
    const boxes = () => screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Options/ });
    fireEvent.input(boxes()[0] as HTMLElement, { target: { value: 'small \n\n' } });
    expect(boxes()[0]?.value).toBe('small \n\n');
    press('Discard');
    await waitFor(() => expect(boxes()[0]?.value).toBe('s'));
    press('Remove s');
    await waitFor(() => expect(boxes().map(({ value }) => value)).toEqual(['m']));
    press('Discard');
    await waitFor(() => expect(boxes().map(({ value }) => value)).toEqual(['s', 'm']));
  });

  it('keep what the form does not show', async () => {
    const field = { id: 7, type: 'regexp', title: 'Code', regexp_for_validation: '^a' };
    const { settings } = await start((desk) => desk.settings.put({ customTicketFields: [field] }, 'Ada'));
    section(/^Ticket fields/);
    write('Name', 'Code 2');
    press('Save');
    await screen.findByText(/^Saved\./);
    expect(settings.values.at(-1)).toEqual({
      customTicketFields: [{ ...field, id: '7', title: 'Code 2' }],
    });
  });
});
