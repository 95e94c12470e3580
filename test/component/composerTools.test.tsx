import { type Signal, signal } from '@preact/signals-react';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, test, vi } from 'vitest';
import { createTools } from '../../src/conversation/composer/tools/Tools';
import type { Features } from '../../src/conversation/features';
import { CameraButton } from '../../src/features/attachments/CameraButton';
import { createUploadBubble } from '../../src/features/attachments/UploadBubble';
import { createUploads } from '../../src/features/attachments/uploadState';
import { createEmojiPickerView } from '../../src/features/emojiPicker/EmojiPickerView';
import { createEmojiChoice } from '../../src/features/emojiPicker/usedEmoji';
import { RichMessage } from '../../src/features/richMessages/RichMessage';
import { decodeMessages } from '../../src/wire/history';
import { createFakeStore } from '../support/fakeStorage';
import { own, unsent, wire } from '../support/messages';
import { box, CONVERSATION, draw, items, log, renderHome, type } from './support/renderHome';

const THUMB = String.fromCodePoint(0x1f44d);
const GRIN = String.fromCodePoint(0x1f600);

const show = async ({ attachments = true, store = createFakeStore(), touchFirst = false } = {}) => {
  const home = renderHome({ filesLeft: true, touchFirst });
  const follow = home.actions.keepDraft;
  const key = home.draftKey;
  const send = vi.fn();
  const typed = vi.fn();
  let made: ReturnType<typeof createTools> | undefined;
  const taker = home.features.camera as Signal<typeof CameraButton | undefined>;
  const uploads = createUploads();
  await draw(() => {
    made = createTools({
      settings: { attachmentsEnabled: attachments, oneFile: signal(false) },
      unsent: false,
      sendFiles: (files, attachments) => attachments.value?.send(files),
      typed,
    });
    home.features.composerTools.value = made;
    home.features.emojiPicker.value = createEmojiPickerView(createEmojiChoice({ store }));
    home.features.attachments.value = Object.assign(
      createUploadBubble({ uploads, draw: async () => false }),
      { send, take: vi.fn() },
    );
    home.connection.set('connected', 'subscribed');
  });
  return { ...home, made, follow, typed, key, send, store, taker, uploads };
};
const button = (name: string) => screen.getByRole('button', { name });
/**
 * Fires an event directly: jsdom has no drag events, and the testing library turns change events into input
 * events.
 */
const fire = (target: Element, name: string, more: object = {}): boolean =>
  fireEvent(target, Object.assign(new Event(name, { bubbles: true, cancelable: true }), more));
const file = (name: string) => new File(['x'], name, { type: 'image/png' });

const it = test.extend('home', () => renderHome());

describe('files in the composer', () => {
  it('are chosen, dropped and pasted, and go to the attachments feature (composer-7)', async () => {
    const { container, send } = await show();
    expect(button('Upload file')).toBeTruthy();
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    expect(input.multiple).toBe(true);
    Object.defineProperty(input, 'files', { value: [file('a.png'), file('b.png')] });
    fire(input, 'change');
    fire(container, 'drop', { dataTransfer: { types: ['Files'], files: [file('c.png')] } });
    fireEvent.paste(box(), { clipboardData: { files: [file('d.png')], getData: () => '' } });
    expect(send.mock.calls.map(([files]) => files.map((f: File) => f.name))).toEqual([
      ['a.png', 'b.png'],
      ['c.png'],
      ['d.png'],
    ]);
  });

  it('show where to drop them while they are dragged over the card', async () => {
    const { container, clock } = await show();
    const hint = () => screen.queryByText('Drop files here to send them');
    const drag = () => fire(container, 'dragover', { dataTransfer: { types: ['Files'], files: [] } });
    drag();
    await act(() => clock.advance(399));
    drag();
    await act(() => clock.advance(399));
    expect(hint()).toBeTruthy();
    await act(() => clock.advance(1));
    expect(hint()).toBeNull();
  });

  it('leave text that is pasted or dragged alone', async () => {
    const { container, send } = await show();
    expect(fireEvent.paste(box(), { clipboardData: { files: [], getData: () => '' } })).toBe(true);
    expect(fire(container, 'dragover', { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true);
    expect(send).not.toHaveBeenCalled();
  });

  it('cannot be sent when the configuration forbids them (composer-8)', async () => {
    const { container, send } = await show({ attachments: false });
    expect(screen.queryByRole('button', { name: 'Upload file' })).toBeNull();
    expect(container.querySelector('input[type=file]')).toBeNull();
    expect(fireEvent.paste(box(), { clipboardData: { files: [file('d.png')], getData: () => '' } })).toBe(
      true,
    );
    // Without preventDefault the browser would open the file in place of the card.
    expect(fire(container, 'drop', { dataTransfer: { types: ['Files'], files: [file('c.png')] } })).toBe(
      false,
    );
    expect(send).not.toHaveBeenCalled();
  });

  it('on their way show their name, their size and how far they are, and can be called off (file-6)', async () => {
    const { messages, uploads, actions } = await show();
    const image = { ...unsent('k', 1), type: 'image', mediaType: 'image/png', altText: 'a.png' };
    await draw(() => {
      uploads.add('k', new File([new Uint8Array(2048)], 'a.png', { type: 'image/png' }));
      messages.add(CONVERSATION, image);
    });
    const bar = screen.getByRole('progressbar', { name: 'a.png' }) as HTMLProgressElement;
    expect(screen.getByText('2 kB')).toBeTruthy();
    await draw(() => uploads.setProgress('k', 0.5));
    expect(bar.value).toBe(0.5);
    fireEvent.click(button('Remove: a.png'));
    expect(actions.remove.mock.calls).toEqual([['k']]);
    const failed = { status: 'failed', errorReason: 'fileSize', isRetryable: false } as const;
    await draw(() => messages.patch(CONVERSATION, 'k', failed));
    expect(screen.getByRole('alert').textContent).toBe('This file is too large. The limit is 50 MB.');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});

describe('the camera', () => {
  it('takes pictures on a phone and sends them like other files', async () => {
    const { send, taker } = await show({ touchFirst: true });
    await draw(() => {
      taker.value = CameraButton;
    });
    const input = document.querySelector('input[capture]') as HTMLInputElement;
    expect([input.type, input.accept, input.getAttribute('capture')]).toEqual([
      'file',
      'image/*',
      'environment',
    ]);
    const click = vi.spyOn(input, 'click').mockImplementation(() => {});
    fireEvent.click(button('Take photo'));
    expect(click).toHaveBeenCalledTimes(1);
    Object.defineProperty(input, 'files', { value: [file('image.jpg')] });
    fire(input, 'change');
    expect(send.mock.calls.map(([files]) => files.map((f: File) => f.name))).toEqual([['image.jpg']]);
  });

  it('comes by itself, before the other tools, and stays while the visitor types (composer-14)', async () => {
    const { taker } = await show({ touchFirst: true });
    const before = button('Upload file');
    await draw(() => {
      taker.value = CameraButton;
    });
    const names = () => screen.getAllByRole('button').map((b) => b.ariaLabel ?? b.getAttribute('aria-label'));
    const tools = () => names().filter((name) => /photo|file|emoji|send/i.test(name ?? ''));
    // The keyboard of such a device has emoji of its own.
    expect(tools()).toEqual(['Take photo', 'Upload file', 'Send message']);
    expect(button('Upload file')).toBe(before);
    type('H');
    await draw(() => {});
    expect(tools()).toEqual(['Take photo', 'Upload file', 'Send message']);
  });

  it('is neither shown nor loaded with a mouse or without attachments', async () => {
    for (const options of [{}, { touchFirst: true, attachments: false }]) {
      const { asked, taker, unmount } = await show(options);
      await draw(() => {
        taker.value = CameraButton;
      });
      expect(screen.queryByRole('button', { name: 'Take photo' })).toBeNull();
      expect(asked.has('camera')).toBe(false);
      unmount();
    }
  });
});

describe('the text box', () => {
  it('follows the draft of its conversation', async () => {
    const { follow, key } = await show();
    expect(follow.mock.calls).toEqual([['']]);
    type('Half');
    await draw(() => {});
    expect(follow.mock.calls.at(-1)).toEqual(['Half']);
    follow.mockReturnValueOnce('Another');
    await draw(() => {
      key.value = 'b';
    });
    expect(box().value).toBe('Another');
  });

  it('says how much more fits, from 3,900 characters on, and keeps what does not (composer-4)', async () => {
    const { actions } = await show();
    const send = screen.getByRole('button', { name: 'Send message' });
    const press = () => {
      fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 });
      fireEvent.click(send);
    };
    type('x'.repeat(3899));
    await draw(() => {});
    expect(screen.queryByText(/characters? left/)).toBeNull();
    type('x'.repeat(4095));
    await draw(() => {});
    expect(screen.getByText('1').getAttribute('aria-hidden')).toBe('true');
    expect(screen.getByText('50 characters left').getAttribute('role')).toBe('status');
    type('x'.repeat(4098));
    await draw(() => {});
    const told = screen.getAllByText('2 characters too many');
    expect(told.map((it) => it.getAttribute('role') ?? it.getAttribute('aria-hidden'))).toEqual([
      'status',
      'true',
    ]);
    expect(send.getAttribute('aria-disabled')).toBe('true');
    press();
    expect(actions.send).not.toHaveBeenCalled();
    expect(box().value).toHaveLength(4098);
    type('x'.repeat(4096));
    await draw(() => {});
    expect(send.getAttribute('aria-disabled')).toBeNull();
    press();
    expect(actions.send).toHaveBeenCalledTimes(1);
  });

  it('counts an emoji once', async () => {
    await show();
    type(GRIN.repeat(4090));
    await draw(() => {});
    expect(screen.getByText('6')).toBeTruthy();
  });

  it('is closed, and says so, while the newest message wants another answer (composer-10)', async () => {
    const { messages, ago, actions } = await show();
    type('typed before');
    await draw(() => messages.merge(CONVERSATION, [wire('ask', ago(9), { blockChatInput: true })]));
    expect([box().readOnly, box().placeholder]).toEqual([true, 'Please answer the question above first']);
    // The text covers the placeholder, so the reason is below, too.
    expect(screen.getByText('Please answer the question above first').getAttribute('role')).toBe('status');
    expect(screen.queryByRole('button', { name: 'Upload file' })).toBeNull();
    fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 });
    expect(actions.send).not.toHaveBeenCalled();
    await draw(() => messages.merge(CONVERSATION, [own('answer', ago(1))]));
    expect([box().readOnly, box().value]).toEqual([false, 'typed before']);
    expect(screen.queryByText('Please answer the question above first')).toBeNull();
  });
});

describe('the typing indicator', () => {
  it('is reported while the visitor types, and when the text is deleted or sent', async () => {
    const { typed } = await show();
    typed.mockClear();
    for (const text of ['h', 'hi', ' ', 'again']) {
      type(text);
      await draw(() => {});
    }
    expect(typed.mock.calls).toEqual([[false], [false], [true], [false]]);
    fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 });
    await vi.waitFor(() => expect(typed.mock.lastCall).toEqual([true]));
  });

  it('is reported for a text that was there before the tools', async () => {
    const home = await show();
    await draw(() => {
      home.features.composerTools.value = undefined;
    });
    type('early');
    home.typed.mockClear();
    await draw(() => {
      home.features.composerTools.value = home.made;
    });
    expect(home.typed.mock.calls).toEqual([[false]]);
  });

  it('is not reported for a restored draft', async () => {
    const { follow, key, typed } = await show();
    typed.mockClear();
    follow.mockImplementation((text) => (text ? undefined : 'a draft'));
    await draw(() => {
      key.value = 'b';
    });
    expect(box().value).toBe('a draft');
    expect(typed.mock.calls.filter(([empty]) => !empty)).toEqual([]);
  });
});

describe('the tools', () => {
  const watch = () => {
    const home = renderHome();
    const shown = vi.fn((_: { wanted: object }) => null);
    const part = signal<typeof shown | undefined>(shown);
    home.features.composerTools.value = part.value as never;
    return { ...home, shown };
  };

  it('are not loaded before the visitor needs one', () => {
    const { shown } = watch();
    expect([button('Add emoji'), button('Upload file')]).toHaveLength(2);
    expect(shown).not.toHaveBeenCalled();
  });

  it('open what was pressed', () => {
    const { shown } = watch();
    fireEvent.click(button('Add emoji'));
    expect(shown.mock.lastCall?.[0].wanted).toEqual({ tool: 'emoji' });
  });

  it('send files dropped before they were loaded, which never replace the card', async () => {
    const { shown, container, features } = watch();
    features.composerTools.value = undefined;
    const [a, b] = [file('a.png'), file('b.png')];
    expect(fire(container, 'drop', { dataTransfer: { types: ['Files'], files: [a] } })).toBe(false);
    fireEvent.paste(box(), { clipboardData: { files: [b], getData: () => '' } });
    await draw(() => {
      features.composerTools.value = shown as never;
    });
    expect(shown.mock.lastCall?.[0].wanted).toEqual({ files: [a, b], exits: 0 });
  });

  it('send no file that was dropped before they were loaded by somebody who has left (file-12)', async () => {
    const home = renderHome();
    const sendFiles = vi.fn();
    const drop = (name: string) =>
      fire(home.container, 'drop', { dataTransfer: { types: ['Files'], files: [file(name)] } });
    home.features.composerTools.value = undefined;
    drop('of Ann.png');
    await draw(() => home.user.clear());
    drop('of Bob.png');
    await draw(() => home.user.clear());
    await draw(() => {
      home.features.composerTools.value = createTools({
        settings: { attachmentsEnabled: true, oneFile: signal(false) },
        unsent: false,
        sendFiles,
        typed: vi.fn(),
      });
    });
    expect(sendFiles).not.toHaveBeenCalled();
    drop('of Cleo.png');
    expect(sendFiles.mock.calls.map(([files]) => files.map((f: File) => f.name))).toEqual([['of Cleo.png']]);
  });

  it('leave a first paste to the box if it is text with a picture of it, or if no files are allowed (composer-7, composer-8)', () => {
    const cells = { files: [file('image.png')], getData: () => 'Boots\t3\nSocks\t5' };
    for (const [attachmentsEnabled, clipboardData] of [
      [true, cells],
      [false, cells],
      [false, { files: cells.files, getData: () => '' }],
    ] as const) {
      const { asked } = renderHome({ messenger: { attachmentsEnabled } });
      expect(fireEvent.paste(box(), { clipboardData })).toBe(true);
      expect(asked.has('composerTools')).toBe(false);
      cleanup();
    }
  });

  it('are loaded after a text has stood for a second, to report typing', async () => {
    const { shown, clock } = watch();
    type('Half a thought');
    await act(() => clock.advance(999));
    expect(shown).not.toHaveBeenCalled();
    expect(clock.waits()).toEqual([1]);
    await act(() => clock.advance(1));
    expect(shown).toHaveBeenCalled();
  });

  it('are not loaded for a text when the card is gone first', async () => {
    const { clock, unmount } = watch();
    type('Half a thought');
    await draw(() => {});
    expect(clock.waits()).toEqual([1000]);
    await draw(unmount);
    expect(clock.pending()).toBe(0);
  });

  it('are loaded to close the text box when the newest message blocks input (composer-10)', async () => {
    const { shown, messages, clock } = watch();
    await draw(() => messages.merge(CONVERSATION, [{ ...own('q', 1, 'q'), blockChatInput: true }]));
    await act(() => clock.advance(0));
    expect(shown).toHaveBeenCalled();
  });
});

describe('a feature that could not be loaded', () => {
  const again = () => button('Try again');
  const lose = (home: ReturnType<typeof renderHome>, name: keyof Features, trying = false) =>
    draw(() => {
      (home.features[name] as Signal<unknown>).value = undefined;
      home.missing.value = new Map([[name, trying]]);
    });

  it('is reported above its button, with a retry button', async ({ home }) => {
    await lose(home, 'composerTools');
    expect(screen.queryByText('This couldn’t be loaded.')).toBeNull();
    fireEvent.click(button('Add emoji'));
    await draw(() => {});
    expect(screen.getByText('This couldn’t be loaded.').parentElement?.getAttribute('role')).toBe('status');
    fireEvent.click(again());
    expect(home.actions.retryFeatures).toHaveBeenCalledTimes(1);
    await lose(home, 'composerTools', true);
    expect(again().getAttribute('aria-disabled')).toBe('true');
  });

  it('does not open over a text written meanwhile', async ({ home }) => {
    const shown = vi.fn((_: { wanted: object }) => null);
    await lose(home, 'composerTools');
    fireEvent.click(button('Add emoji'));
    type('Never mind');
    await draw(() => {});
    expect(screen.queryByText('This couldn’t be loaded.')).toBeNull();
    await draw(() => {
      home.features.composerTools.value = shown as never;
      home.missing.value = new Map();
    });
    expect(shown.mock.lastCall?.[0].wanted).toEqual({});
  });

  it('is said of the emoji picker, which a second press does not call off and writing does', async () => {
    const home = await show();
    const picker = home.features.emojiPicker.value;
    await lose(home, 'emojiPicker');
    for (const _ of [1, 2]) {
      fireEvent.click(button('Add emoji'));
      await draw(() => {});
      expect(again()).toBeTruthy();
    }
    type('Never mind');
    await draw(() => {});
    expect(screen.queryByText('This couldn’t be loaded.')).toBeNull();
    await draw(() => {
      home.features.emojiPicker.value = picker;
      home.missing.value = new Map();
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is said of the emoji picker whose file failed before the tools’ effects ran', async ({ home }) => {
    home.features.composerTools.value = createTools({
      settings: { attachmentsEnabled: true, oneFile: signal(false) },
      unsent: false,
      sendFiles: (files, attachments) => attachments.value?.send(files),
      typed: vi.fn(),
    });
    // Not in `act`, so that the effects wait for a frame, as in a browser.
    button('Add emoji').click();
    for (let i = 0; i < 100 && !home.asked.has('emojiPicker'); i++) await Promise.resolve();
    home.missing.value = new Map([['emojiPicker', false]]);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    await draw(() => {});
    expect(again()).toBeTruthy();
  });

  it('is said of files that were chosen', async () => {
    const home = await show();
    await lose(home, 'attachments');
    expect(screen.getByText('This couldn’t be loaded.')).toBeTruthy();
  });

  it('is said of the menu in its place', async ({ home }) => {
    await draw(() => home.messages.merge(CONVERSATION, [own('q', 1, 'q')]));
    await lose(home, 'optionsMenu');
    for (const _ of [1, 2]) {
      fireEvent.click(button('Options'));
      await draw(() => {});
      expect(again()).toBeTruthy();
    }
  });

  it('is reported below the words of pictures, files and forms', async ({ home }) => {
    const raws = [
      { type: 'image', mediaUrl: 'https://x.example/a.png', altText: 'Two boats' },
      { type: 'file', mediaUrl: 'https://x.example/a.pdf', text: 'The bill' },
      { type: 'form', fields: [] },
      { type: 'text', text: '\u{1f44d} Good' },
    ].map((raw, i) => ({ ...raw, _id: `m${i}`, role: 'appMaker', received: i + 1 }));
    await draw(() => {
      home.features.richMessages.value = undefined;
      home.messages.merge(CONVERSATION, decodeMessages({ messages: raws }).messages);
    });
    const texts = () => items().map((item) => item.textContent?.replace(/^.*?(AM|PM)/, ''));
    expect(texts().slice(-4)).toEqual(['Two boats', 'The bill', '…', '\u{1f44d} Good']);
    await lose(home, 'richMessages');
    const told = 'This couldn’t be loaded.Try again';
    expect(texts().slice(-4)).toEqual([`Two boats${told}`, `The bill${told}`, `…${told}`, '\u{1f44d} Good']);
    expect(log().textContent).not.toContain('can’t be shown here');
    await draw(() => {
      home.features.richMessages.value = RichMessage;
    });
    await lose(home, 'forms');
    expect(texts().slice(-2)).toEqual([`…${told}`, '\u{1f44d} Good']);
  });

  it('is said of the list of conversations', async () => {
    const home = renderHome({ messenger: { canUserSeeConversationList: true } });
    await draw(() => home.conversations.show());
    await lose(home, 'conversationList');
    expect(screen.getByRole('alert').textContent).toBe('This couldn’t be loaded.');
    expect(again().getAttribute('aria-disabled')).toBeNull();
    fireEvent.click(again());
    expect(home.actions.retryFeatures).toHaveBeenCalledTimes(1);
    await lose(home, 'conversationList', true);
    expect(again().getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the emoji picker', () => {
  it.each(['pointerEnter', 'focus'] as const)('is loaded before the press, by %s', async (how) => {
    const home = renderHome();
    expect(home.asked.has('emojiPicker')).toBe(false);
    if (how === 'focus') button('Add emoji').focus();
    else fireEvent.pointerEnter(button('Add emoji'));
    await draw(() => {});
    expect([...home.asked]).toEqual(expect.arrayContaining(['composerTools', 'emojiPicker']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  const openPicker = async (options?: Parameters<typeof show>[0]) => {
    const home = await show(options);
    fireEvent.click(button('Add emoji'));
    await draw(() => {});
    return home;
  };

  it('puts an emoji in at the caret and keeps it among the recent ones (composer-6)', async () => {
    const { store } = await openPicker();
    type('ab');
    box().setSelectionRange(1, 1);
    await draw(() => {});
    fireEvent.click(button(GRIN));
    await draw(() => {});
    expect(box().value).toBe(`a${GRIN}b`);
    expect(box().selectionStart).toBe(1 + GRIN.length);
    expect(store.get('emoji.recent')).toBe(GRIN);
  });

  it('has one stop for the Tab key, and arrows, Home and End within', async () => {
    await openPicker();
    const all = screen.getAllByRole('button').filter((b) => b.closest('section'));
    const stops = () => all.filter((b) => b.tabIndex === 0);
    const press = async (key: string) => {
      fireEvent.keyDown(document.activeElement as Element, { key });
      await draw(() => {});
      return all.indexOf(document.activeElement as HTMLElement);
    };
    expect(stops()).toEqual([all[0]]);
    all[0]?.focus();
    expect(await press('ArrowRight')).toBe(1);
    expect(await press('End')).toBe(all.length - 1);
    expect(await press('ArrowRight')).toBe(all.length - 1);
    expect(await press('ArrowLeft')).toBe(all.length - 2);
    expect(stops()).toEqual([all[all.length - 2]]);
    expect(await press('Home')).toBe(0);
  });

  it('is searched in English (composer-6)', async () => {
    await openPicker();
    fireEvent.input(screen.getByRole('searchbox', { name: 'Search emoji' }), {
      target: { value: 'thumbs up' },
    });
    await draw(() => {});
    const inPicker = screen.getAllByRole('button').filter((b) => b.closest('section'));
    expect(inPicker.filter((b) => b !== button('Clear search')).map((b) => b.textContent)).toEqual([THUMB]);
  });

  it('puts in the first that is found by Enter, but not while an input method composes (composer-6)', async () => {
    await openPicker();
    const search = screen.getByRole('searchbox', { name: 'Search emoji' });
    search.focus();
    fireEvent.keyDown(search, { key: 'Enter' });
    fireEvent.input(search, { target: { value: 'thumbs up' } });
    await draw(() => {});
    fireEvent.keyDown(search, { key: 'Enter', isComposing: true });
    expect(box().value).toBe('');
    fireEvent.keyDown(search, { key: 'Enter' });
    expect([box().value, document.activeElement === search]).toEqual([THUMB, true]);
  });

  it('says when nothing is found, and its search is cleared by a button', async () => {
    await openPicker();
    const search = screen.getByRole('searchbox', { name: 'Search emoji' }) as HTMLInputElement;
    const said = () =>
      within(screen.getByRole('dialog', { name: 'Add emoji' })).getByRole('status').textContent;
    expect(said()).toBe('');
    fireEvent.input(search, { target: { value: 'xyzzy' } });
    await draw(() => {});
    expect(said()).toBe('No emoji found');
    fireEvent.click(button('Clear search'));
    await draw(() => {});
    expect([search.value, said(), document.activeElement === search]).toEqual(['', '', true]);
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  });

  it('moves the focus to the emoji when the language changes and the focused search goes', async () => {
    const { words } = await openPicker();
    screen.getByRole('searchbox', { name: 'Search emoji' }).focus();
    await draw(() => {
      words.value = { ...words.value, locale: 'de' };
    });
    expect((document.activeElement as HTMLElement).closest('section')).not.toBeNull();
    const tone = screen.getByRole('combobox');
    tone.focus();
    await draw(() => {
      words.value = { ...words.value, locale: 'en-us' };
    });
    expect(document.activeElement).toBe(tone);
  });

  it('is searched in the visitor’s language once its words are there, and in English beside (composer-6)', async () => {
    const { words } = await openPicker();
    await draw(() => {
      words.value = { ...words.value, locale: 'de' };
    });
    await vi.dynamicImportSettled();
    await draw(() => {});
    const search = screen.getByRole('searchbox', { name: 'Search emoji' });
    const found = () =>
      screen
        .getAllByRole('button')
        .filter((b) => b.closest('section') && b !== button('Clear search'))
        .map((b) => b.textContent);
    for (const query of ['daumen hoch', 'thumbs up']) {
      fireEvent.input(search, { target: { value: query } });
      await draw(() => {});
      expect(found()).toEqual([THUMB]);
    }
  });

  it('has no search in a language without words', async () => {
    const { words } = await openPicker();
    await draw(() => {
      words.value = { ...words.value, locale: 'eo' };
    });
    await vi.dynamicImportSettled();
    await draw(() => {});
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('gives hands the skin tone that was chosen, and remembers it (composer-6)', async () => {
    const { store } = await openPicker();
    const tone = screen.getByRole('combobox', { name: 'Skin tone' }) as HTMLSelectElement;
    tone.value = '3';
    fire(tone, 'change');
    await draw(() => {});
    expect(button(THUMB + String.fromCodePoint(0x1f3fd))).toBeTruthy();
    expect(createEmojiChoice({ store }).tone.value).toBe(3);
  });

  it('closes on Escape, returns the focus and leaves the window open', async () => {
    const { actions } = await openPicker();
    fireEvent.keyDown(screen.getByRole('dialog', { name: 'Add emoji' }), { key: 'Escape' });
    await draw(() => {});
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button('Add emoji'));
    expect(actions.close).not.toHaveBeenCalled();
  });

  it('closes on a press elsewhere', async () => {
    await openPicker();
    fireEvent.pointerDown(box());
    await draw(() => {});
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
