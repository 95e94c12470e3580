import { batch, computed, signal } from '@preact/signals-react';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { createOutbox } from '../../../../src/delivery/sending/outbox';
import { createFileKeeper } from '../../../../src/features/attachments/storedUploads';
import { createUploader } from '../../../../src/features/attachments/uploadFiles';
import { createUploads } from '../../../../src/features/attachments/uploadState';
import { optimistic } from '../../../../src/model/message';
import type { FileStore } from '../../../../src/platform/fileStore';
import { createElection } from '../../../../src/platform/tabs';
import { RequestError } from '../../../../src/services/requestError';
import { createConversations } from '../../../../src/slices/conversations';
import { createMessages, NEW_CONVERSATION } from '../../../../src/slices/messages';
import type { Status } from '../../../../src/slices/status';
import type { Author } from '../../../../src/wire/client';
import { decodeMessage, type WireMessage } from '../../../../src/wire/message';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { createFakeLocks } from '../../../support/fakeLocks';
import { createFakeStore } from '../../../support/fakeStorage';
import { hostileStored } from '../../../support/hostileValues';
import { wireConversation } from '../../../support/messages';
import { outboxUser } from '../../../support/outboxUser';

const open: { dispose(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0).reverse()) one.dispose();
});

const createFakeFiles = () => {
  const map = new Map<string, { key: string; file: File | undefined; at: number }>();
  const state = { full: false };
  const files: FileStore = {
    async put(key, file, at) {
      if (state.full) throw new DOMException('full', 'QuotaExceededError');
      map.set(key, { key, file, at });
    },
    get: async (key) => map.get(key)?.file,
    remove: async (key) => map.delete(key),
    list: async (prefix) => [...map.values()].filter(({ key }) => key.startsWith(prefix)),
  };
  return { ...files, map, state };
};

/** The state shared by the tabs of one browser, and a desk that creates one message per reference. */
const createBrowser = () => ({
  store: createFakeStore(),
  files: createFakeFiles(),
  locks: createFakeLocks(),
  clock: createFakeClock(),
  ids: 0,
});

type Browser = ReturnType<typeof createBrowser>;
type Options = { user?: string; externalId?: string; oneFile?: boolean };

/** One page: the slices, the uploader and the file keeper, assembled as the messenger does. */
const openTab = (browser: Browser, { user = 'u', externalId, oneFile }: Options = {}) => {
  const { store, files, locks, clock } = browser;
  const messages = createMessages();
  const conversations = createConversations();
  const uploads = createUploads();
  const outbox = createOutbox({
    store,
    integrationId: 'int',
    user: outboxUser(),
  });
  const appUserId = signal<string | undefined>(user || undefined);
  const initializedStatus = signal<Status>('notConnected');
  const over = signal(false);
  const allowed = signal(true);
  const auth = signal<'jwt' | 'session'>('session');
  const calls: { id: string; name: string; reference: string }[] = [];
  const answers: { take: (messageId: string) => void; fail: (error: RequestError) => void }[] = [];
  const hides = new Set<() => void>();
  const uploader = createUploader({
    messages,
    conversations,
    uploads,
    clock,
    createId: () => `file-${++browser.ids}`,
    author: () => ({ role: 'appUser', appUserId: appUserId.value, sessionId: 's' }) as Author,
    settings: { oneFile: signal(oneFile === true) },
    upload: (id, file, reference, { cancelled }) => {
      calls.push({ id, name: file.name, reference });
      return new Promise((take, fail) => {
        answers.push({ take, fail });
        cancelled.addEventListener('abort', () => fail(cut()));
      });
    },
    start: () => {},
    refresh: () => {},
  });
  const keeper = createFileKeeper({
    uploads,
    outbox,
    files,
    clock,
    prefix: 'int.',
    elect: (key) =>
      createElection({
        locks: locks.locks,
        name: key,
        page: {
          onHide: (run) => {
            hides.add(run);
            return () => void hides.delete(run);
          },
          onShow: () => () => {},
        },
      }),
    allowed: computed(() => allowed.value),
    user: { appUserId, initializedStatus, isOver: () => over.value },
    hasLog: (id) => id === NEW_CONVERSATION || !!conversations.find(id),
    awaited: () => auth.value !== 'jwt' && externalId !== undefined,
    ended: () => initializedStatus.value === 'notConnected' && conversations.all.value.length === 0,
    find: uploader.find,
    show: ({ key, file, conversationId, errorReason, received }) =>
      uploader.add(
        (conversations.find(conversationId) ?? conversations.active.value)?._id ?? NEW_CONVERSATION,
        key,
        file,
        errorReason,
        received,
      ),
  });
  open.push(uploader, keeper);
  const id = () => conversations.active.value?._id ?? NEW_CONVERSATION;
  const tab = {
    ...{ messages, uploads, outbox, calls, answers, allowed, auth, appUserId, initializedStatus, over },
    uploader,
    /** Signs in the visitor and loads their conversation. */
    async begin(who = appUserId.value ?? user, conversation = 'c') {
      initializedStatus.value = 'pending';
      batch(() => {
        appUserId.value = who;
        conversations.upsert(wireConversation(conversation));
        messages.adopt(conversation);
      });
      initializedStatus.value = 'successful';
      await flush();
    },
    /** Ends the visitor's session as the session flow does. */
    end() {
      batch(() => {
        appUserId.value = undefined;
        initializedStatus.value = 'notConnected';
      });
      batch(() => {
        conversations.reset();
        messages.reset();
      });
    },
    log: () => messages.of(id()).value.map((m) => [m.altText, m.status, m.errorReason]),
    arrive: (conversation: string, _id: string, received: number) =>
      messages.merge(conversation, [
        decodeMessage({ _id, role: 'appMaker', type: 'text', text: _id, received }) as WireMessage,
      ]),
    /** Ends the page as a crash does: nothing is saved any more, and the browser releases its locks. */
    crash() {
      for (const run of [...hides]) run();
      keeper.dispose();
    },
  };
  return tab;
};

/** Everything the browser still stores about files. */
const leftovers = ({ store, files }: Browser) => [...store.map.keys(), ...files.map.keys()];
const png = (name: string, bytes = 'x') => new File([bytes], name, { type: 'image/png' });
const cut = () => new RequestError('network', 'Request failed after 3 retries');

const tabWith = async (browser: Browser, files: File[], options?: Options) => {
  const tab = openTab(browser, options);
  await tab.begin();
  tab.uploader.send(files);
  await flush();
  return tab;
};

const it = test
  .extend('browser', () => createBrowser())
  .extend('tab', ({ browser }) => tabWith(browser, [png('a.png')]));

describe('a file that was not acknowledged', () => {
  it('is sent again by the next page, under the same reference, to the same conversation (file-7)', async () => {
    const browser = createBrowser();
    const first = await tabWith(browser, [png('a.png', 'bytes')]);
    first.crash();
    const second = openTab(browser);
    await second.begin();
    expect(second.calls).toEqual([{ id: 'c', name: 'a.png', reference: 'file-1' }]);
    expect(second.log()).toEqual([['a.png', 'sending', undefined]]);
    expect(await second.uploads.all.value.get('file-1')?.file.text()).toBe('bytes');
  });

  it('has a time that can be shown, even if the stored one is invalid', async () => {
    const good = {
      conversationId: 'c',
      appUserId: 'u',
      message: { text: 'a.png', received: 5, file: 'sending' },
    };
    const stored = fc.oneof(
      hostileStored(good),
      fc.constant(JSON.stringify({ ...good, message: { ...good.message, received: -9e12 } })),
    );
    await fc.assert(
      fc.asyncProperty(stored, async (text) => {
        const browser = createBrowser();
        browser.store.set('int.outbox.file-1', text);
        await browser.files.put('int.file-1', png('a.png'), 0);
        const tab = openTab(browser);
        await tab.begin();
        tab.arrive('c', 'next', 1_900_000_000);
        for (const { received } of tab.messages.of('c').value) new Date(received * 1000).toISOString();
        expect(tab.log().at(-1)).toBeDefined();
        for (const one of open.splice(0).reverse()) one.dispose();
      }),
      { numRuns: 60 },
    );
  });

  it('keeps its place before later messages', async ({ browser }) => {
    const first = await tabWith(browser, [png('a.png')]);
    const at = first.messages.of('c').value[0]?.received ?? 0;
    first.crash();
    const second = openTab(browser);
    second.arrive('c', 'earlier', at - 5);
    second.arrive('c', 'later', at + 5);
    await second.begin();
    expect(second.messages.of('c').value.map((m) => m.altText ?? m.text)).toEqual([
      'earlier',
      'a.png',
      'later',
    ]);
  });

  it('is removed from storage once the service has it, before its message arrives', async ({ browser }) => {
    const tab = await tabWith(browser, [png('a.png')]);
    expect(leftovers(browser)).toEqual(['int.outbox.file-1', 'int.file-1']);
    tab.answers[0]?.take('m1');
    await flush();
    expect(tab.uploads.all.value.size).toBe(1);
    expect(leftovers(browser)).toEqual([]);
  });

  it('is removed from storage when the visitor removes it or it arrives', async ({ browser }) => {
    const tab = await tabWith(browser, [png('a.png'), png('b.png')]);
    tab.messages.change('c', (held) => held.filter((m) => m.key !== 'file-1'));
    tab.messages.merge('c', [
      decodeMessage({
        _id: 'm',
        referenceId: 'file-2',
        role: 'appUser',
        type: 'image',
        received: 9e9,
      }) as WireMessage,
    ]);
    await flush();
    expect(leftovers(browser)).toEqual([]);
  });

  it('stays in storage while it can be retried', async ({ browser, tab }) => {
    tab.answers[0]?.fail(cut());
    await flush();
    expect(tab.log()).toEqual([['a.png', 'failed', 'unknown']]);
    expect(leftovers(browser)).toHaveLength(2);
  });

  it('is removed from storage when it is refused for good', async ({ browser }) => {
    const tab = await tabWith(browser, [png('a.exe'), png('b.png')]);
    expect(leftovers(browser)).toEqual(['int.outbox.file-2', 'int.file-2']);
    tab.answers[0]?.fail(new RequestError('http', '400', 400, 'fileType'));
    await flush();
    expect(tab.log()).toEqual([
      ['a.exe', 'failed', 'fileType'],
      ['b.png', 'failed', 'fileType'],
    ]);
    expect(leftovers(browser)).toEqual([]);
  });

  it('that exceeded the limit is shown for a retry and not sent by itself', async ({ browser }) => {
    const first = await tabWith(
      browser,
      Array.from({ length: 26 }, (_, i) => png(`${i}.png`)),
    );
    first.crash();
    const second = openTab(browser);
    await second.begin();
    expect(second.log().filter(([, status]) => status === 'failed')).toEqual([
      ['25.png', 'failed', 'tooMany'],
    ]);
  });

  it('that the page did not permit beside another is shown for a retry and not sent by itself', async () => {
    const browser = createBrowser();
    const first = openTab(browser, { oneFile: true });
    await first.begin();
    first.uploader.send([png('a.png'), png('b.png')]);
    await flush();
    first.crash();
    const second = openTab(browser);
    await second.begin();
    second.answers[0]?.take('m1');
    await flush();
    expect(second.log()).toEqual([
      ['a.png', 'sending', undefined],
      ['b.png', 'failed', 'oneFile'],
    ]);
    expect(second.calls.map((call) => call.name)).toEqual(['a.png']);
  });

  it('is stored again when the service accepted it and then failed', async ({ browser, tab }) => {
    tab.answers[0]?.take('m1');
    await flush();
    tab.messages.patch('c', 'file-1', { status: 'failed', errorReason: 'unknown', isRetryable: true });
    await flush();
    expect(leftovers(browser)).toEqual(['int.outbox.file-1', 'int.file-1']);
  });

  it('is not sent again when it arrived without an answer', async ({ browser }) => {
    (await tabWith(browser, [png('a.png')])).crash();
    const second = openTab(browser);
    second.messages.merge('c', [
      decodeMessage({
        _id: 'm',
        referenceId: 'file-1',
        role: 'appUser',
        type: 'image',
        received: 1,
      }) as WireMessage,
    ]);
    await second.begin();
    expect([second.calls, leftovers(browser)]).toEqual([[], []]);
    expect(second.messages.of('c').value).toHaveLength(1);
  });

  it('is not sent when it was removed while its bytes were read', async ({ browser }) => {
    (await tabWith(browser, [png('a.png')])).crash();
    const { get } = browser.files;
    browser.files.get = async (key) => {
      const file = await get(key);
      browser.store.remove('int.outbox.file-1');
      return file;
    };
    const second = openTab(browser);
    await second.begin();
    expect([second.calls, second.log(), leftovers(browser)]).toEqual([[], [], []]);
  });

  it('belongs to the new visitor if it was chosen before they existed', async ({ browser }) => {
    const tab = openTab(browser, { user: '' });
    tab.initializedStatus.value = 'pending';
    tab.uploader.send([png('a.png')]);
    await flush();
    expect(tab.outbox.of('anybody')).toHaveLength(1);
    await tab.begin('u');
    expect([tab.outbox.of('anybody'), tab.outbox.of('u')[0]?.conversationId]).toEqual([[], 'c']);
  });
});

describe('of several tabs', () => {
  it('one sends the files of an earlier page, and the next only after it is closed', async ({ browser }) => {
    (await tabWith(browser, [png('a.png')])).crash();
    const [one, two] = [openTab(browser), openTab(browser)];
    await one.begin();
    await two.begin();
    expect([one.calls.length, two.calls.length]).toEqual([1, 0]);
    one.crash();
    await flush();
    expect(two.calls).toEqual([{ id: 'c', name: 'a.png', reference: 'file-1' }]);
  });

  it('none sends a file that another one sends or has sent', async ({ browser }) => {
    const one = await tabWith(browser, [png('a.png')]);
    const two = openTab(browser);
    await two.begin();
    one.answers[0]?.take('m1');
    await flush();
    expect([two.calls, two.log(), leftovers(browser)]).toEqual([[], [], []]);
  });
});

describe('a file that waits for the login of a known person', () => {
  /** Chosen on an earlier page, whose login gave no token, so that it had no visitor. */
  const waiting = async () => {
    const browser = createBrowser();
    const before = openTab(browser, { user: '' });
    before.uploader.send([png('a.png')]);
    await flush();
    before.crash();
    return browser;
  };
  const shown = ({ messages }: ReturnType<typeof openTab>, id = NEW_CONVERSATION) =>
    messages.of(id).value.map((m) => [m.altText ?? m.text, m.status, m.isDelayed]);

  it('is in its place at once after a reload, as not sent yet, and sent once they are there (file-7)', async () => {
    const browser = await waiting();
    const tab = openTab(browser, { user: '' });
    const written = optimistic({ text: 'after it' }, 'k', browser.clock.now() / 1000 + 1, {});
    tab.messages.add(NEW_CONVERSATION, written);
    await flush();
    expect([shown(tab), tab.calls]).toEqual([
      [
        ['a.png', 'sending', true],
        ['after it', 'sending', undefined],
      ],
      [],
    ]);
    await tab.begin('u');
    expect([shown(tab, 'c')[0], tab.calls]).toEqual([
      ['a.png', 'sending', false],
      [{ id: 'c', name: 'a.png', reference: 'file-1' }],
    ]);
  });

  it('is shown as not sent yet after a while on its own page, too', async ({ browser }) => {
    const tab = openTab(browser, { user: '' });
    tab.uploader.send([png('a.png')]);
    await browser.clock.advance(10_000);
    expect(shown(tab)).toEqual([['a.png', 'sending', true]]);
  });

  it('is not shown where they have left', async () => {
    const browser = await waiting();
    const tab = openTab(browser, { user: '' });
    tab.over.value = true;
    await flush();
    expect([shown(tab), leftovers(browser).length]).toEqual([[], 2]);
  });

  it('leaves the log in each tab, and stays whole, once it is put aside for them', async () => {
    const browser = await waiting();
    const [one, two] = [openTab(browser, { user: '' }), openTab(browser, { user: '' })];
    await flush();
    one.initializedStatus.value = 'failed';
    one.outbox.reassign('', '@ann');
    one.messages.change(NEW_CONVERSATION, () => []);
    await flush();
    expect([shown(one), shown(two), leftovers(browser).length]).toEqual([[], [], 2]);
    one.outbox.reassign('@ann', 'u');
    await two.begin('u');
    expect(two.calls.map(({ name }) => name)).toEqual(['a.png']);
  });
});

describe('when the visitor changes', () => {
  it('a file follows the same person after a lost session', async ({ tab }) => {
    tab.end();
    tab.outbox.reassign('u');
    await tab.begin('v', 'd');
    expect(tab.calls.at(-1)).toEqual({ id: 'd', name: 'a.png', reference: 'file-1' });
    expect(tab.outbox.of('v')).toHaveLength(1);
  });

  it('no other visitor sees or sends a file after a logout, in any tab', async ({ browser, tab }) => {
    tab.outbox.remove('file-1');
    tab.end();
    await flush();
    expect(leftovers(browser)).toEqual([]);
    const other = await tabWith(browser, [png('b.png')]);
    other.outbox.remove('file-2');
    other.end();
    await flush();
    expect(leftovers(browser)).toEqual([]);
    await other.begin('w', 'e');
    expect([other.log(), other.calls.map((c) => c.name)]).toEqual([[], ['b.png']]);
  });

  it('a file stays for the login that chose it, and the next visitor neither sees nor sends it', async () => {
    const browser = createBrowser();
    const tab = await tabWith(browser, [png('a.png')]);
    tab.outbox.reassign('u', '@ann');
    tab.end();
    await flush();
    await tab.begin('w', 'e');
    expect([tab.log(), tab.calls.length, leftovers(browser).length]).toEqual([[], 1, 2]);
    tab.end();
    tab.outbox.reassign('@ann', 'u');
    await tab.begin('u', 'c');
    expect(tab.calls.at(-1)).toEqual({ id: 'c', name: 'a.png', reference: 'file-1' });
  });

  it('a file stays for a visitor who logs in later', async ({ browser }) => {
    (await tabWith(browser, [png('a.png')])).crash();
    const tab = openTab(browser, { user: 'nobody-yet', externalId: 'ada' });
    await tab.begin('nobody-yet', 'e');
    expect([tab.calls, leftovers(browser).length]).toEqual([[], 2]);
    tab.end();
    tab.auth.value = 'jwt';
    await tab.begin('u', 'c');
    expect(tab.calls).toEqual([{ id: 'c', name: 'a.png', reference: 'file-1' }]);
  });
});

describe('a browser without room or consent', () => {
  it('sends files although it has no room to store them', async ({ browser }) => {
    browser.files.state.full = true;
    const tab = await tabWith(browser, [png('a.png')]);
    expect([tab.calls.length, tab.log(), leftovers(browser)]).toEqual([
      1,
      [['a.png', 'sending', undefined]],
      [],
    ]);
  });

  it('stores no file without consent, and deletes them when consent ends (file-7)', async ({ browser }) => {
    const tab = await tabWith(browser, [png('a.png')]);
    tab.allowed.value = false;
    await flush();
    expect([leftovers(browser), tab.log()]).toEqual([[], [['a.png', 'sending', undefined]]]);
    tab.uploader.send([png('b.png')]);
    await flush();
    expect(leftovers(browser)).toEqual([]);
  });

  it('removes a file whose bytes are missing', async ({ browser }) => {
    (await tabWith(browser, [png('a.png')])).crash();
    browser.files.map.clear();
    const tab = openTab(browser);
    await tab.begin();
    expect([tab.log(), leftovers(browser)]).toEqual([[], []]);
  });

  it('deletes bytes without an entry after a day: they may be another tab’s, whose storage had no room', async () => {
    const browser = createBrowser();
    await browser.files.put('int.file-9', png('a.png'), browser.clock.now() - 60_000);
    await browser.files.put('other.file-9', png('b.png'), 0);
    const tab = openTab(browser);
    await tab.begin();
    expect(browser.files.map.size).toBe(2);
    await browser.clock.advance(24 * 60 * 60 * 1000);
    tab.initializedStatus.value = 'pending';
    await tab.begin();
    expect([...browser.files.map.keys()]).toEqual(['other.file-9']);
  });

  it('leaves no timer, lock or effect behind', async ({ browser, tab }) => {
    tab.crash();
    tab.uploads.remove('file-1');
    await flush();
    expect([browser.clock.pending(), leftovers(browser).length]).toEqual([0, 2]);
  });
});
