import { computed, signal } from '@preact/signals-react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileHolder } from '../../../../../src/conversation/composer/tools/holdFiles';
import type { FileTaker } from '../../../../../src/conversation/features';
import { createResetWidget } from '../../../../../src/delivery/identity/resetWidget';
import { createFileKeeper } from '../../../../../src/features/attachments/storedUploads';
import { createUploader } from '../../../../../src/features/attachments/uploadFiles';
import { createUploads } from '../../../../../src/features/attachments/uploadState';
import type { FileStore } from '../../../../../src/platform/fileStore';
import { createElection } from '../../../../../src/platform/tabs';
import { NEW_CONVERSATION } from '../../../../../src/slices/messages';
import { createLoginSide, loginsForEachTest } from '../../../../support/loginSide';

const at = loginsForEachTest();
/** The browser's database. */
let bytes: Map<string, File>;
/** The files that were uploaded, each with who sent it. */
let sent: string[];
const undos: (() => void)[] = [];

beforeEach(() => {
  bytes = new Map();
  sent = [];
});

afterEach(() => {
  for (const undo of undos.splice(0)) undo();
});

const files: FileStore = {
  put: async (name, file) => file && bytes.set(name, file),
  get: async (name) => bytes.get(name),
  remove: async (name) => bytes.delete(name),
  list: async () => [...bytes.keys()].map((name) => ({ key: name, at: at.clock.now() })),
};

let ids = 0;

/** A page whose file of attachments comes when `arrive` is called. */
const openTab = () => {
  const side = createLoginSide(at.desk, at.clock, at.browser);
  const { slices, delivery, user } = side;
  const { conversations, messages, consent } = slices;
  const attachments = signal<FileTaker | undefined>(undefined);
  const createId = () => `${++ids}-0123456789abcdef`;
  const start = () => delivery.start();
  const { outbox, author } = delivery;
  const send = createFileHolder({
    ...{ messages, conversations, consent, user, outbox, author, files, clock: at.clock, createId, start },
    prefix: 'web.',
    onDispose: (undo) => undos.push(undo),
  });
  const logs = () => [NEW_CONVERSATION, ...conversations.all.value.map((c) => c._id)];
  return {
    ...side,
    choose: (...names: string[]) =>
      send(
        names.map((name) => new File(['x'], name, { type: 'image/png' })),
        attachments,
      ),
    /** What the window shows of files. */
    shown: () =>
      logs()
        .flatMap((id) => messages.of(id).value)
        .flatMap((m) => (m.altText ? `${m.altText} ${m.errorReason ?? m.status}` : [])),
    arrive() {
      const uploads = createUploads();
      const uploader = createUploader({
        ...{ messages, conversations, uploads, clock: at.clock, author, start },
        createId: () => `file-${createId()}`,
        settings: slices.settings,
        refresh: () => {},
        upload: (_id, { name }) => {
          const now = user.auth.value;
          sent.push(`${name} by ${now?.type === 'jwt' ? now.externalId : 'a guest'}`);
          return new Promise(() => {});
        },
      });
      const keeper = createFileKeeper({
        ...{ uploads, outbox, files, clock: at.clock, user },
        prefix: 'web.',
        elect: (name) =>
          createElection({
            locks: undefined,
            name,
            page: { onHide: () => () => {}, onShow: () => () => {} },
          }),
        allowed: computed(() => consent.level.value !== 'none'),
        awaited: user.isAwaited,
        ended: () => user.initializedStatus.value === 'notConnected' && conversations.all.value.length === 0,
        find: uploader.find,
        hasLog: (id) => logs().includes(id),
        show: ({ key: name, file, conversationId, errorReason, received }) =>
          uploader.add(
            (conversations.find(conversationId) ?? conversations.active.value)?._id ?? NEW_CONVERSATION,
            name,
            file,
            errorReason,
            received,
          ),
      });
      undos.push(uploader.dispose, keeper.dispose);
      attachments.value = uploader;
    },
  };
};
type Tab = ReturnType<typeof openTab>;

const login = (tab: Tab, name: string) => void tab.login(at.gives(name));

/** What is stored of files: names in the outbox, and how many files there are. */
const stored = (tab: Tab) => [tab.delivery.outbox.files().length, bytes.size];

/** A page on which Ann, or a guest, has written. */
const begin = async (who?: string) => {
  const tab = openTab();
  if (who) login(tab, who);
  await at.settle();
  await tab.write('Hello', 3000);
  return tab;
};

const reset = ({ slices, delivery, user }: Tab) =>
  createResetWidget({ ...slices, user, session: delivery.session, loaded: delivery.loaded })();

const LEAVINGS: [string, string | undefined, (tab: Tab) => unknown][] = [
  ['a guest who logs out', undefined, (tab) => tab.delivery.logoutUser()],
  ['a guest who resets', undefined, (tab) => reset(tab)],
  ['a guest who logs out in another tab', undefined, () => openTab().delivery.logoutUser()],
  ['Ann, who logs out', 'ann', (tab) => tab.delivery.logoutUser()],
  ['Ann, who resets', 'ann', (tab) => reset(tab)],
  ['Ann, who logs out in another tab', 'ann', () => openTab().delivery.logoutUser()],
  ['Ann, as Bob logs in', 'ann', (tab) => login(tab, 'bob')],
  ['Ann, as Bob logs in in another tab', 'ann', () => login(openTab(), 'bob')],
];

describe('a file chosen before what sends it has loaded', () => {
  it.each(LEAVINGS)('by %s, is not the next one’s (file-12)', async (_, who, leave) => {
    const tab = await begin(who);
    tab.choose('a.png', 'b.png');
    await at.settle();
    expect([tab.shown(), stored(tab)]).toEqual([
      ['a.png sending', 'b.png sending'],
      [2, 2],
    ]);
    leave(tab);
    await at.settle(3000);
    expect(tab.shown()).toEqual([]);
    tab.arrive();
    await tab.write('I am the next one', 3000);
    expect([tab.shown(), sent]).toEqual([[], []]);
    const isKept = who !== undefined && !/resets/.test(_);
    expect(stored(tab)).toEqual(isKept ? [2, 2] : [0, 0]);
    login(tab, 'ann');
    await at.settle(3000);
    expect([...new Set(sent)]).toEqual(isKept ? ['a.png by ann', 'b.png by ann'].slice(0, sent.length) : []);
    expect(sent.length > 0).toBe(isKept);
  });

  it('is shown and stored at once, and sent by the rules once that is there (file-12)', async () => {
    const tab = await begin();
    tab.slices.settings.setOneFile(true);
    tab.choose('a.png', 'b.exe', 'c.png');
    expect(tab.shown()).toHaveLength(3);
    tab.arrive();
    await at.settle();
    expect([tab.shown(), sent, stored(tab)]).toEqual([
      ['a.png sending', 'b.exe fileType', 'c.png oneFile'],
      ['a.png by a guest'],
      [2, 2],
    ]);
  });

  it('is sent by the next page, after a reload (file-12)', async () => {
    const tab = await begin('ann');
    tab.choose('a.png');
    await at.settle();
    tab.dispose();
    const next = openTab();
    login(next, 'ann');
    next.arrive();
    await at.settle(3000);
    expect([next.shown(), sent]).toEqual([['a.png sending'], ['a.png by ann']]);
  });

  it('goes along into the login of a guest (file-12)', async () => {
    const tab = await begin();
    tab.choose('a.png');
    await at.settle();
    login(tab, 'ann');
    await at.settle(3000);
    tab.arrive();
    await at.settle(3000);
    expect([tab.shown(), sent]).toEqual([['a.png sending'], ['a.png by ann']]);
  });

  it('is neither sent nor kept once the visitor has removed it, and told after 10 s (file-12)', async () => {
    const tab = await begin();
    tab.choose('a.png');
    await at.settle(10_000);
    const [message] = tab.log().filter((m) => m.altText);
    expect(message?.isDelayed).toBe(true);
    tab.delivery.sender.remove(String(message?.key));
    tab.arrive();
    await at.settle();
    expect([tab.shown(), sent, stored(tab)]).toEqual([[], [], [0, 0]]);
  });

  it('waits in memory where nothing may be stored, and is no one’s once its visitor has left (file-12)', async () => {
    for (const leaves of [false, true]) {
      const tab = await begin();
      tab.slices.consent.set('none');
      tab.choose('a.png');
      await at.settle();
      expect(bytes.size).toBe(0);
      if (leaves) tab.delivery.logoutUser();
      await at.settle(3000);
      tab.arrive();
      await at.settle(3000);
      expect([tab.shown().length, sent.length, bytes.size]).toEqual([leaves ? 0 : 1, leaves ? 0 : 1, 0]);
      sent = [];
      tab.dispose();
    }
  });

  it('is not stored any longer when the consent is withdrawn, and sent all the same (file-12)', async () => {
    const tab = await begin();
    tab.choose('a.png');
    await at.settle();
    tab.slices.consent.set('none');
    await at.settle();
    expect(stored(tab)).toEqual([0, 0]);
    tab.arrive();
    await at.settle(3000);
    expect([sent, bytes.size]).toEqual([['a.png by a guest'], 0]);
  });
});
