import { signal } from '@preact/signals-react';
import { describe, expect, test } from 'vitest';
import { accountUrl, serviceBaseUrl, suncoUrl } from '../../../src/model/baseUrls';
import { createConnection } from '../../../src/slices/connection';
import { createConsent } from '../../../src/slices/consent';
import { createConversations } from '../../../src/slices/conversations';
import { createLauncherSlice } from '../../../src/slices/launcher';
import { createMessages, NEW_CONVERSATION } from '../../../src/slices/messages';
import { createSettings } from '../../../src/slices/settings';
import { createTheme } from '../../../src/slices/theme';
import { createUnread } from '../../../src/slices/unread';
import { decodeConfig } from '../../../src/wire/config';
import { createFakeClock } from '../../support/fakeClock';
import { createFakeStorages } from '../../support/fakeStorage';
import { wireConversation as conversation, own, unsent, wire } from '../../support/messages';

const it = test.extend('slice', () => createConversations());

describe('the service’s address', () => {
  it.each([
    ['https://desk.example/sc', 'https://desk.example/sc/sdk'],
    ['https://desk.example/sc/sdk', 'https://desk.example/sc/sdk'],
    ['https://desk.example/sc/sdk/', 'https://desk.example/sc/sdk'],
    ['https://desk.example/', 'https://desk.example/sdk'],
    ['https://desk.example/mysdk', 'https://desk.example/mysdk/sdk'],
  ])('of %s is %s (http-1)', (base, url) => {
    expect(suncoUrl(base)).toBe(url);
  });

  it.each([
    ['https://desk.example/sc/sdk', 'https://desk.example'],
    ['https://desk.example/sc/sdk/', 'https://desk.example'],
    ['https://desk.example/sc', 'https://desk.example/sc'],
    ['https://desk.example/misc/sdk', 'https://desk.example/misc/sdk'],
    ['https://desk.example', 'https://desk.example'],
  ])('without its last segments, of %s, is %s (http-2)', (base, url) => {
    expect(serviceBaseUrl(base)).toBe(url);
  });

  it.each([
    ['https://desk.example/embeddable/config?', 'https://desk.example'],
    ['https://desk.example/embeddable/preview/config?key=a&locale=de', 'https://desk.example'],
    ['https://help.example/sub/embeddable/config?', 'https://help.example/sub'],
    ['http://a.example/embeddable/config/embeddable/config?', 'http://a.example/embeddable/config'],
  ])('of the account, by the configuration at %s, is %s (http-2)', (address, url) => {
    expect(accountUrl(address)).toBe(url);
  });

  it('is trimmed of ten million slashes, each looked at once: a second look at each would not end', () => {
    const slashes = '/'.repeat(10_000_000);
    for (const read of [suncoUrl, serviceBaseUrl]) {
      expect(read(`https://d.example${slashes}x`)).toMatch(/^https:/);
      expect(read(`https://d.example/sc/sdk${slashes}`)).toMatch(/^https:/);
    }
    expect(suncoUrl(`https://d.example${slashes}`)).toBe('https://d.example/sdk');
    expect(serviceBaseUrl(`https://d.example/sc/sdk${slashes}`)).toBe('https://d.example');
  });

  it('is part of the settings, whose z-index the page may change (layout-16)', () => {
    const settings = createSettings({
      config: decodeConfig({ messenger: { baseUrl: 'https://d.example/sc', zIndex: 5 } }),
    });
    expect([settings.suncoUrl, settings.zIndex.value]).toEqual(['https://d.example/sc/sdk', 5]);
    settings.setZIndex(9);
    expect(settings.zIndex.value).toBe(9);
  });
});

describe('the theme', () => {
  it('is green where the publisher gave no colour (conf-4)', () => {
    const theme = createTheme(decodeConfig({}).messenger);
    expect(theme.action).toEqual({ background: 'rgb(10,125,79)', foreground: '#fff' });
    expect(theme.message.background).toBe('rgb(13,74,54)');
  });

  it('is the publisher’s where they did, with no primary colour where they gave none (conf-4)', () => {
    const of = (color: object) => createTheme(decodeConfig({ messenger: { color } }).messenger);
    expect(of({ action: '#ffd400' }).action).toEqual({ background: 'rgb(255,212,0)', foreground: '#000' });
    expect(of({ message: '#ffd400' }).message).toEqual({ background: 'rgb(255,212,0)', foreground: '#000' });
    expect(of({ action: '#ffd400' }).primary).toBeUndefined();
    expect(of({ primary: '#ffd400' }).primary).toEqual({ background: 'rgb(255,212,0)', foreground: '#000' });
  });
});

describe('conversations', () => {
  it('stand newest first, and the first active one is the active one (list-10)', ({ slice }) => {
    slice.upsert(conversation('idle', { lastUpdatedAt: 9, status: 'idle' }));
    slice.upsert(conversation('old', { lastUpdatedAt: 1 }));
    slice.upsert(conversation('new', { lastUpdatedAt: 5 }));
    expect(slice.all.value.map((c) => c._id)).toEqual(['idle', 'new', 'old']);
    expect(slice.active.value?._id).toBe('new');
  });

  it('stand newest first again when one is written in, while the one on screen stays the active one (list-11)', () => {
    const slice = createConversations();
    slice.upsert(conversation('old', { lastUpdatedAt: 1 }));
    slice.upsert(conversation('new', { lastUpdatedAt: 5 }));
    slice.hold('new');
    slice.synced('old', { lastUpdatedAt: 20 });
    slice.routed('new', { status: 'idle' });
    expect(slice.all.value.map((c) => c._id)).toEqual(['old', 'new']);
    expect(slice.active.value?._id).toBe('new');
    // An API call or the visitor may switch conversations; that replaces the one on screen.
    slice.show('old');
    expect(slice.active.value?._id).toBe('old');
  });

  it('let the one on screen go where none has to stay', ({ slice }) => {
    slice.upsert(conversation('old', { lastUpdatedAt: 1 }));
    slice.upsert(conversation('new', { lastUpdatedAt: 5 }));
    slice.hold('old');
    expect(slice.active.value?._id).toBe('old');
    slice.hold();
    expect(slice.active.value?._id).toBe('new');
  });

  it.each(['hold', 'show'] as const)(
    'keep the one a visitor looks at over a login, by %s, and not for another',
    (how) => {
      const slice = createConversations();
      const fill = () => {
        slice.upsert(conversation('mine', { lastUpdatedAt: 1 }));
        slice.upsert(conversation('new', { lastUpdatedAt: 5 }));
      };
      fill();
      slice[how]('mine');
      slice.reset(true);
      expect(slice.active.value).toBeUndefined();
      fill();
      expect(slice.active.value?._id).toBe('mine');
      slice.reset();
      fill();
      expect(slice.active.value?._id).toBe('new');
    },
  );

  it('make the next one the active one when one is removed', ({ slice }) => {
    slice.upsert(conversation('a', { lastUpdatedAt: 1 }));
    slice.upsert(conversation('b', { lastUpdatedAt: 5 }));
    slice.show('b');
    slice.remove('b');
    expect([slice.all.value.map((c) => c._id), slice.active.value?._id]).toEqual([['a'], 'a']);
  });

  it('fall back to the first one when all are idle, and to none when there is none (list-10)', () => {
    const slice = createConversations();
    expect(slice.active.value).toBeUndefined();
    slice.upsert(conversation('a', { lastUpdatedAt: 1, status: 'idle' }));
    slice.upsert(conversation('b', { lastUpdatedAt: 2, status: 'idle' }));
    expect(slice.active.value?._id).toBe('b');
  });

  it('take unread and last read from the visitor’s participant', ({ slice }) => {
    slice.upsert(conversation('a', { participants: [{ unreadCount: 3, lastRead: 7 }] }));
    expect(slice.find('a')).toMatchObject({ unreadCount: 3, lastRead: 7 });
  });

  it('keep what only this page knows when the service sends them again', ({ slice }) => {
    slice.upsert(conversation('a', { participants: [{ unreadCount: 1, lastRead: 2 }] }));
    slice.typing('a', { typingUser: { name: 'Ann' } });
    slice.synced('a', { hasPreviousMessages: true });
    slice.read('a', { dividerAt: 1 });
    slice.upsert(conversation('a', { displayName: 'Order 5' }));
    expect(slice.all.value).toHaveLength(1);
    expect(slice.find('a')).toMatchObject({
      displayName: 'Order 5',
      typingUser: { name: 'Ann' },
      hasPreviousMessages: true,
      dividerAt: 1,
      unreadCount: 1,
      lastRead: 2,
    });
  });

  it('never go back behind what the visitor has read', ({ slice }) => {
    slice.upsert(conversation('a', { participants: [{ unreadCount: 0, lastRead: 5 }] }));
    slice.read('a', { lastRead: 9 });
    slice.upsert(conversation('a', { participants: [{ unreadCount: 0, lastRead: 5 }] }));
    expect(slice.find('a')?.lastRead).toBe(9);
    slice.upsert(conversation('a', { participants: [{ unreadCount: 0 }] }));
    expect(slice.find('a')?.lastRead).toBe(9);
    slice.upsert(conversation('a', { participants: [{ unreadCount: 0, lastRead: 12 }] }));
    expect(slice.find('a')?.lastRead).toBe(12);
  });

  it('are gone after a reset', ({ slice }) => {
    slice.upsert(conversation('a'));
    slice.reset();
    expect(slice.all.value).toEqual([]);
  });
});

describe('messages', () => {
  it('are held by conversation', () => {
    const slice = createMessages();
    slice.merge('a', [wire('m1', 1)]);
    slice.merge('b', [wire('m2', 1)]);
    expect(slice.of('a').value.map((m) => m._id)).toEqual(['m1']);
    expect(slice.of('c').value).toEqual([]);
  });

  it('do not notify when nothing changed', () => {
    const slice = createMessages();
    slice.merge('a', [own('m1', 1, 'r')]);
    const before = slice.of('a').value;
    slice.merge('a', [own('m1', 1, 'r')]);
    slice.patch('a', 'nobody', { status: 'failed' });
    expect(slice.of('a').value).toBe(before);
  });

  it('written before their conversation exists move into it, in order and once', () => {
    const slice = createMessages();
    slice.add(NEW_CONVERSATION, unsent('a', 1));
    slice.add(NEW_CONVERSATION, unsent('b', 2));
    slice.adopt('c');
    slice.adopt('c');
    expect(slice.of('c').value.map((m) => m.key)).toEqual(['a', 'b']);
    expect(slice.of(NEW_CONVERSATION).value).toEqual([]);
  });

  it('are gone after a reset', () => {
    const slice = createMessages();
    slice.merge('a', [wire('m1', 1)]);
    slice.reset();
    expect(slice.of('a').value).toEqual([]);
  });
});

it('the unread count follows the active conversation', () => {
  const conversations = createConversations();
  const messages = createMessages();
  const { unread } = createUnread({ conversations, messages, listed: signal(false) });
  expect(unread.value).toBe(0);
  conversations.upsert(conversation('a', { participants: [{ unreadCount: 0, lastRead: 1 }] }));
  messages.merge('a', [wire('m1', 1), wire('m2', 2), own('m3', 3)]);
  expect(unread.value).toBe(1);
  conversations.read('a', { lastRead: 3 });
  expect(unread.value).toBe(0);
});

it('the connection remembers whether it was ever up, until it is reset', () => {
  const connection = createConnection({ clock: createFakeClock() });
  const now = () => [connection.status.value, connection.state.value, connection.note.value];
  expect(now()).toEqual(['disconnected', 'stopped', undefined]);
  connection.set('reconnecting', 'down');
  expect(now()).toEqual(['reconnecting', 'down', undefined]);
  connection.set('connected', 'subscribed');
  connection.set('reconnecting', 'down');
  expect(now()).toEqual(['reconnecting', 'down', 'reconnecting']);
  connection.set(undefined, 'woken');
  expect(now()).toEqual(['reconnecting', 'woken', 'reconnecting']);
  connection.reset();
  expect(now()).toEqual(['disconnected', 'stopped', undefined]);
});

describe('notices of the connection', () => {
  it('is nothing before it was ever up, and nothing while all is well', () => {
    const connection = createConnection({ clock: createFakeClock() });
    connection.set('reconnecting', 'down');
    expect(connection.note.value).toBeUndefined();
    connection.set('disconnected', 'offline');
    expect(connection.note.value).toBeUndefined();
    connection.set('connected', 'subscribed');
    expect(connection.note.value).toBeUndefined();
  });

  it('is that it is lost, that it is off, and for 3 s that it is back', async () => {
    const clock = createFakeClock();
    const connection = createConnection({ clock });
    connection.set('connected', 'subscribed');
    connection.set('reconnecting', 'down');
    expect(connection.note.value).toBe('reconnecting');
    connection.set('disconnected', 'offline');
    expect(connection.note.value).toBe('offline');
    connection.set('connected', 'subscribed');
    await clock.advance(2999);
    expect(connection.note.value).toBe('back');
    await clock.advance(1);
    expect(connection.note.value).toBeUndefined();
  });

  it('is nothing after a reset, which leaves no timer', () => {
    const clock = createFakeClock();
    const connection = createConnection({ clock });
    for (const status of ['connected', 'reconnecting', 'connected'] as const)
      connection.set(status, 'subscribed');
    connection.reset();
    expect([connection.note.value, clock.pending()]).toEqual([undefined, 0]);
  });
});

describe('a service that said it restarts', () => {
  const restarting = async (ms: number) => {
    const clock = createFakeClock();
    const connection = createConnection({ clock });
    connection.set('connected', 'subscribed');
    connection.expectRestart();
    connection.set('reconnecting', 'down');
    await clock.advance(ms);
    return { clock, connection };
  };

  it('is nothing the visitor is told of for 5 s, and then it is lost (live-14)', async () => {
    const { clock, connection } = await restarting(4999);
    expect([connection.status.value, connection.note.value]).toEqual(['reconnecting', undefined]);
    await clock.advance(1);
    expect(connection.note.value).toBe('reconnecting');
    connection.set('connected', 'subscribed');
    expect(connection.note.value).toBe('back');
  });

  it('and is back before that never was away', async () => {
    const { clock, connection } = await restarting(4999);
    connection.set('connected', 'subscribed');
    expect([connection.note.value, connection.restarting(), clock.pending()]).toEqual([undefined, false, 0]);
    connection.set('reconnecting', 'down');
    expect(connection.note.value).toBe('reconnecting');
  });

  it('is given half a minute, unless the visitor leaves', async () => {
    const { clock, connection } = await restarting(29_999);
    expect(connection.restarting()).toBe(true);
    await clock.advance(1);
    expect(connection.restarting()).toBe(false);
    connection.expectRestart();
    connection.reset();
    expect([connection.restarting(), clock.pending()]).toEqual([false, 0]);
  });
});

it('consent reaches storage', () => {
  const levels: string[] = [];
  const consent = createConsent({
    storages: { ...createFakeStorages(), setConsent: (l) => levels.push(l) },
  });
  consent.set('functional');
  expect([consent.level.value, levels]).toEqual(['functional', ['functional']]);
});

it('the launcher is hidden and shown by the page', () => {
  const launcher = createLauncherSlice();
  expect(launcher.hidden.value).toBe(false);
  launcher.hide();
  expect(launcher.hidden.value).toBe(true);
  launcher.show();
  expect(launcher.hidden.value).toBe(false);
});
