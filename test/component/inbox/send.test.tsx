import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, test, vi } from 'vitest';
import { SAMPLES } from '../../../examples/support-desk/inbox/model/samples/samples';
import { FakeDesk, message } from './support/fakeDesk';
import { articles, openInbox, reply } from './support/renderInbox';

const start = async () => {
  const desk = new FakeDesk();
  desk.add('ana', {}, [message('1', { text: 'Are they waterproof?' })]);
  const inbox = await openInbox(desk, 'Visitor ana');
  return { desk, inbox };
};

const openMenu = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'More to send' }));
  return screen.findByRole('menu', { name: 'More to send' });
};
const choose = async (name: string) => {
  fireEvent.click(within(await openMenu()).getByRole('menuitem', { name }));
  return screen.findByRole('dialog', { name });
};
const press = (dialog: HTMLElement, name: string) =>
  fireEvent.click(within(dialog).getByRole('button', { name }));
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const focused = () => document.activeElement?.textContent;

const it = test.extend('desk', async () => (await start()).desk);

it('Escape in a dialog closes it, and keeps it open once something was written', async () => {
  await start();
  const first = await choose('Location');
  fireEvent.keyDown(first, { key: 'Escape' });
  await gone();
  const dialog = await choose('Location');
  const [field] = within(dialog).getAllByRole('textbox') as [HTMLElement];
  fireEvent.input(field, { target: { value: 'Here' } });
  expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(false);
  // A phone's back gesture.
  expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toBe('What you wrote is kept. To discard it, press Cancel.');
  press(dialog, 'Cancel');
  await gone();
});

describe('the menu of what can be sent', () => {
  it('has one item for each sample, and those for saved replies, images and files', async () => {
    await start();
    const names = within(await openMenu())
      .getAllByRole('menuitem')
      .map((item) => item.textContent);
    expect(names.sort()).toEqual(
      [
        ...SAMPLES.map((sample) => sample.label),
        'File with caption',
        'Picture with description',
        'Saved replies',
      ].sort(),
    );
  });

  it('is worked by keys alone', async () => {
    await start();
    const toggle = screen.getByRole('button', { name: 'More to send' });
    toggle.focus();
    fireEvent.keyDown(toggle, { key: 'ArrowDown' });
    await waitFor(() => expect(focused()).toBe('Saved replies'));
    const key = (name: string) => fireEvent.keyDown(document.activeElement as Element, { key: name });
    key('ArrowDown');
    expect(focused()).toBe('Quoted reply');
    key('ArrowUp');
    key('ArrowUp');
    expect(focused()).toBe('Channel template');
    key('Home');
    expect(focused()).toBe('Saved replies');
    key('End');
    key('l');
    expect(focused()).toBe('Link buttons');
    key('l');
    expect(focused()).toBe('List');
    key('Escape');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(document.activeElement).toBe(toggle);
    fireEvent.keyDown(toggle, { key: 'ArrowUp' });
    await waitFor(() => expect(focused()).toBe('Channel template'));
    fireEvent.pointerDown(document.body);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('offers no quote when the visitor has sent nothing', async () => {
    const desk = new FakeDesk();
    desk.add('ana', {}, [message('1', { role: 'appMaker' })]);
    await openInbox(desk, 'Visitor ana');
    expect(within(await openMenu()).queryByRole('menuitem', { name: 'Quoted reply' })).toBeNull();
  });
});

describe('a sample', () => {
  it.each(SAMPLES.map((sample) => [sample.label]))(
    '%s begins empty and cannot be sent so; its example is sent and comes up in the log',
    async (label) => {
      const { desk } = await start();
      const dialog = await choose(label);
      for (const box of within(dialog).getAllByRole<HTMLInputElement>('textbox')) expect(box.value).toBe('');
      const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Send' });
      expect(send.disabled).toBe(true);
      press(dialog, 'Fill with an example');
      press(dialog, 'Send');
      await gone();
      expect(desk.sent).toHaveLength(1);
      await waitFor(() => expect(articles()).toHaveLength(2));
    },
  );

  it('is sent as it was changed', async ({ desk }) => {
    const dialog = await choose('Quick replies');
    const fill = (label: string, value: string) =>
      fireEvent.input(within(dialog).getByLabelText(label), { target: { value } });
    fill('Message', 'Which colour?');
    fill('Words', ' Red ');
    press(dialog, 'Add a reply');
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Words 2')));
    press(dialog, 'Add a reply');
    await waitFor(() => fill('Words 3', 'Blue'));
    press(dialog, 'Remove 2');
    // An entry that is not filled in is not sent.
    press(dialog, 'Add a reply');
    await waitFor(() => within(dialog).getByLabelText('Words 3'));
    press(dialog, 'Send');
    await gone();
    expect(desk.sent[0]?.body).toEqual({
      referenceId: expect.any(String),
      type: 'text',
      text: 'Which colour?',
      actions: [
        { type: 'reply', text: 'Red', payload: 'RED' },
        { type: 'reply', text: 'Blue', payload: 'BLUE' },
      ],
    });
  });

  it('is previewed once a field is left, not with each letter', async () => {
    await start();
    const dialog = await choose('Quick replies');
    const preview = () => within(dialog).queryByRole('region', { name: 'Preview' });
    press(dialog, 'Fill with an example');
    await waitFor(() => expect(preview()?.textContent).toContain('Which size do you need?'));
    const field = within(dialog).getByLabelText('Message');
    fireEvent.input(field, { target: { value: 'Which color?' } });
    expect(preview()?.textContent).toContain('Which size do you need?');
    fireEvent.focusOut(field);
    await waitFor(() => expect(preview()?.textContent).toContain('Which color?'));
    fireEvent.input(field, { target: { value: '' } });
    fireEvent.focusOut(field);
    await waitFor(() => expect(preview()).toBeNull());
  });

  it('quotes the message that was chosen', async ({ desk }) => {
    const dialog = await choose('Quoted reply');
    expect((within(dialog).getByLabelText('In reply to') as HTMLSelectElement).value).toBe('1');
    press(dialog, 'Fill with an example');
    press(dialog, 'Send');
    await gone();
    expect(desk.sent[0]?.body).toMatchObject({ quotedMessageId: '1' });
  });

  it('may be written as JSON, and reports invalid JSON', async ({ desk }) => {
    const dialog = await choose('Location');
    press(dialog, 'Fill with an example');
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'As JSON' }));
    const area = within(dialog).getByLabelText('Message as JSON') as HTMLTextAreaElement;
    expect(JSON.parse(area.value)).toMatchObject({ type: 'location', coordinates: { lat: 52.5163 } });
    const write = (value: string) => fireEvent.input(area, { target: { value } });
    write('{ nothing');
    press(dialog, 'Send');
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^It is not JSON: /);
    write('[1]');
    press(dialog, 'Send');
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toMatch(/must be an object/));
    expect(desk.sent).toEqual([]);
    write('{"type": "location", "coordinates": {"lat": 1, "long": 2}}');
    press(dialog, 'Send');
    await gone();
    expect(desk.sent[0]?.body).toMatchObject({ type: 'location', coordinates: { lat: 1, long: 2 } });
  });

  it('stays open with the desk’s reason and its text when it is refused', async ({ desk }) => {
    desk.sendFailure = 'rejected';
    desk.sendReason = 'actions.0.uri: must be an http, https, mailto or tel address';
    const dialog = await choose('Link buttons');
    press(dialog, 'Fill with an example');
    fireEvent.input(within(dialog).getByLabelText('Address 1'), { target: { value: 'javascript:1' } });
    press(dialog, 'Send');
    expect((await within(dialog).findByRole('alert')).textContent).toBe(desk.sendReason);
    expect(within(dialog).getByLabelText<HTMLInputElement>('Address 1').value).toBe('javascript:1');
    expect(articles()).toHaveLength(1);
    desk.sendFailure = 'network';
    desk.sendReason = undefined;
    press(dialog, 'Send');
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toMatch(/cannot be reached/));
    desk.sendFailure = undefined;
    press(dialog, 'Send');
    await gone();
    expect(articles()).toHaveLength(2);
  });

  it.each([
    ['Form', 'Label 1', 'Your name', undefined],
    ['Form', 'Choices, with commas 3', ' ', 'Size: write the choices, with commas between them.'],
    ['Location', 'Latitude', 'north', 'Latitude is a number from -90 to 90, longitude one from -180 to 180.'],
    ['Payment', 'Amount', 'much', 'The amount is a number such as 89.90.'],
  ])('%s with a mistake in %s, %j, is told in words: %s', async (label, field, value, problem) => {
    const { desk } = await start();
    const dialog = await choose(label);
    press(dialog, 'Fill with an example');
    fireEvent.input(within(dialog).getByLabelText(field), { target: { value } });
    press(dialog, 'Send');
    if (problem) expect((await within(dialog).findByRole('alert')).textContent).toBe(problem);
    else await gone();
    expect(desk.sent).toHaveLength(problem ? 0 : 1);
  });

  it('is dropped with Cancel', async ({ desk }) => {
    press(await choose('Form'), 'Cancel');
    await gone();
    expect(desk.sent).toEqual([]);
  });
});

describe('files dropped beside a conversation', () => {
  it('are refused, so that the browser does not open them in place of the inbox', async () => {
    await start();
    for (const place of [
      document.body,
      screen.getByRole('region', { name: 'Visitor details' }),
      document.documentElement,
    ]) {
      for (const type of ['dragover', 'drop']) {
        const files = Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
          dataTransfer: { types: ['Files'], files: [] },
        });
        expect(place.dispatchEvent(files), type).toBe(false);
        const text = Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
          dataTransfer: { types: ['text/plain'] },
        });
        expect(place.dispatchEvent(text), type).toBe(true);
      }
    }
  });
});

describe('sending files', () => {
  const file = (name: string, type = 'text/plain') => new File(['12345'], name, { type });
  /** Fires events by their native names; the testing library uses those of older versions of preact. */
  const dispatch = (element: Element, type: string, fields: object) =>
    element.dispatchEvent(Object.assign(new Event(type, { bubbles: true, cancelable: true }), fields));
  const pick = (input: HTMLElement, files: File[]) => {
    Object.defineProperty(input, 'files', { value: files, configurable: true });
    dispatch(input, 'change', {});
  };
  const give = (files: File[]) => pick(screen.getByLabelText('Files to send'), files);

  it('shows how far each has come, one after the other', async ({ desk }) => {
    give([file('a.txt'), file('b.txt')]);
    await waitFor(() => expect(desk.uploads).toHaveLength(1));
    expect(articles()).toHaveLength(3);
    desk.uploads[0]?.options.onProgress(0.5);
    const bar = screen.getByRole('progressbar', { name: 'Sending a.txt' }) as HTMLProgressElement;
    await waitFor(() => expect(bar.value).toBe(0.5));
    desk.uploads[0]?.finish();
    await waitFor(() => expect(desk.uploads).toHaveLength(2));
    desk.uploads[1]?.finish();
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(articles().map((a) => a.querySelector('.file-name')?.textContent)).toEqual([
      undefined,
      'a.txt',
      'b.txt',
    ]);
  });

  it('go to the conversation in which they were asked for, whichever is open when they are chosen', async () => {
    const { desk, inbox } = await start();
    desk.add('bo');
    await inbox.workspace.value?.catchUp();
    const opens = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
    const chooser = screen.getByLabelText('Files to send');
    fireEvent.click(screen.getByRole('button', { name: 'Send files' }));
    opens.mockRestore();
    // A notification is clicked meanwhile.
    inbox.workspace.value?.reveal('bo');
    await screen.findByRole('region', { name: 'Conversation with Visitor bo' });
    pick(chooser, [file('a.txt')]);
    await waitFor(() => expect(desk.uploads).toHaveLength(1));
    desk.uploads[0]?.finish();
    await waitFor(() => expect(desk.messages.get('ana')?.at(-1)?.altText).toBe('a.txt'));
    expect(desk.messages.get('bo')).toHaveLength(1);
  });

  it('are taken from a drop and from the clipboard', async ({ desk }) => {
    const pane = screen.getByRole('region', { name: 'Conversation with Visitor ana' });
    const dataTransfer = { types: ['Files'], files: [file('dropped.txt')] };
    dispatch(pane, 'dragenter', { dataTransfer });
    await screen.findByText('Drop the files to send them');
    dispatch(pane, 'drop', { dataTransfer });
    await waitFor(() => expect(desk.uploads).toHaveLength(1));
    expect(screen.queryByText('Drop the files to send them')).toBeNull();
    desk.uploads[0]?.finish();
    dispatch(reply(), 'paste', {
      clipboardData: { files: [file('pasted.png', 'image/png')], getData: () => '' },
    });
    await waitFor(() => expect(desk.uploads).toHaveLength(2));
    expect(desk.uploads.map((upload) => upload.file.name)).toEqual(['dropped.txt', 'pasted.png']);
  });

  it.each(['Saved replies', 'Carousel', 'Form', 'List'])(
    'are not taken from a drop on a dialog over the conversation: %s',
    async (name) => {
      const { desk } = await start();
      await choose(name);
      const dataTransfer = { types: ['Files'], files: [file('private.txt')], dropEffect: 'copy' };
      const dialog = await screen.findByRole('dialog');
      for (const place of [dialog, ...dialog.querySelectorAll('input')])
        for (const type of ['dragenter', 'dragover', 'drop']) dispatch(place, type, { dataTransfer });
      expect([screen.queryByText('Drop the files to send them'), dataTransfer.dropEffect]).toEqual([
        null,
        'none',
      ]);
      expect(desk.uploads).toEqual([]);
    },
  );

  it('say the desk’s reason when they are refused, and can be taken away', async ({ desk }) => {
    desk.sendReason = 'Files of this type are not allowed';
    give([file('run.exe')]);
    await waitFor(() => expect(desk.uploads).toHaveLength(1));
    desk.uploads[0]?.finish('rejected');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Not sent: Files of this type are not allowed',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(articles()).toHaveLength(1));
  });

  it('are sent again under the same reference after a failure', async ({ desk }) => {
    give([file('a.txt')]);
    await waitFor(() => expect(desk.uploads).toHaveLength(1));
    desk.uploads[0]?.finish('network');
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(desk.uploads).toHaveLength(2));
    expect(desk.uploads[1]?.body.referenceId).toBe(desk.uploads[0]?.body.referenceId);
    desk.uploads[1]?.finish();
    await waitFor(() => expect(articles()[1]?.classList.contains('sent')).toBe(true));
    expect(articles()).toHaveLength(2);
  });

  it('are called off while they are under way, and the next one goes', async ({ desk }) => {
    give([file('a.txt'), file('b.txt')]);
    await waitFor(() => expect(desk.uploads).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel a.txt' }));
    expect(desk.uploads[0]?.options.signal.aborted).toBe(true);
    await waitFor(() => expect(desk.uploads).toHaveLength(2));
    expect(articles()).toHaveLength(2);
    desk.uploads[1]?.finish();
    await waitFor(() => expect(articles()[1]?.classList.contains('sent')).toBe(true));
  });

  it('go with their words from the dialog', async ({ desk }) => {
    const dialog = await choose('Picture with description');
    const picture = file('boots.png', 'image/png');
    pick(within(dialog).getByLabelText('Picture'), [picture]);
    fireEvent.input(within(dialog).getByLabelText('Description'), { target: { value: 'Boots' } });
    fireEvent.input(within(dialog).getByLabelText('Caption'), { target: { value: 'Look' } });
    press(dialog, 'Send');
    await waitFor(() => expect(desk.uploads).toHaveLength(1));
    expect([desk.uploads[0]?.file, desk.uploads[0]?.body]).toEqual([
      picture,
      { altText: 'Boots', text: 'Look', referenceId: expect.any(String) },
    ]);
    desk.uploads[0]?.finish('rejected');
    await within(dialog).findByRole('alert');
    press(dialog, 'Send');
    await waitFor(() => expect(desk.uploads).toHaveLength(2));
    desk.uploads[1]?.finish();
    await gone();
    expect(articles()[1]?.querySelector('img')?.alt).toBe('Boots');
  });
});
