import { describe, expect, it } from 'vitest';
import { surfaceCss } from '../../../src/launcher/styles';
import { DEFAULT_Z_INDEX, decodeConfig, isThemed } from '../../../src/wire/config';
import { decodeLauncherConfig } from '../../../src/wire/launcherConfig';

/** The settings that launcher and messenger decode, taken together. */
const decode = (given: unknown) => {
  const { messenger } = decodeConfig(given);
  return { messenger: { ...decodeLauncherConfig(given), ...messenger } };
};

describe('a configuration', () => {
  it('has a default for everything (layout-16, layout-18, composer-8, conf-1)', () => {
    const { messenger } = decode({});
    expect(messenger).toMatchObject({
      locale: 'en-us',
      position: 'right',
      positionOffset: { web: { horizontal: 16, vertical: 16 }, mobile: { horizontal: 16, vertical: 16 } },
      borderRadius: 16,
      zIndex: DEFAULT_Z_INDEX,
      remembers: false,
      launcher: { words: { open: 'Open messaging window' } },
    });
    expect(DEFAULT_Z_INDEX).toBe(999999);
  });

  it('is read as it was written (store-1, conf-3)', () => {
    const given = {
      features: { soundNotificationEnabled: true },
      messenger: {
        appId: 'app',
        integrationId: 'int',
        baseUrl: 'https://desk.example/sc/sdk',
        locale: 'de',
        title: 'Schuhe',
        description: 'Wir helfen',
        avatarUrl: 'https://a.example/a.png',
        conversationHistory: 'remember',
        canUserSeeConversationList: true,
        attachmentsEnabled: false,
        color: { primary: '#111', message: '#222', action: '#333' },
        position: 'left',
        positionOffset: { web: { horizontal: 1, vertical: 2 }, mobile: { horizontal: 3, vertical: 4 } },
        borderRadius: 0,
        zIndex: 0,
        launcher: {
          shape: 'none',
          text: 'Chat',
          showTextInMobile: true,
          words: {
            open: 'Auf',
            close: 'Zu',
            window: 'Fenster',
            failed: 'Nein',
            retry: 'Noch einmal',
            hide: 'Weg',
          },
        },
      },
    };
    const { action, ...color } = given.messenger.color;
    const { words } = given.messenger.launcher;
    expect(decode(given)).toEqual({
      messenger: {
        ...given.messenger,
        action,
        ...color,
        color,
        remembers: true,
        raw: given.messenger,
        flags: { ...given.messenger, ...given.features },
        launcher: {
          ...given.messenger.launcher,
          words: { write: 'Type a message', send: 'Send message', ...words },
        },
      },
    });
  });

  it('takes a flag from either block, and from `features` first', () => {
    const flags = (value: object) => decodeConfig(value).messenger.flags;
    for (const name of ['soundNotificationEnabled', 'channelLinkingEnabled', 'faviconBadgeEnabled']) {
      expect(flags({ messenger: { [name]: true } })[name]).toBe(true);
      expect(flags({ features: { [name]: true } })[name]).toBe(true);
      expect(flags({ messenger: { [name]: true }, features: { [name]: false } })[name]).toBe(false);
    }
  });

  it('gives the launcher the look as it came, what the theme says before what the colours say (launcher-11)', () => {
    const { scheme, background, action } = decodeLauncherConfig({
      messenger: {
        color: { action: '#111', background: '#222' },
        theme: { scheme: 'auto', action: '#333' },
      },
    });
    expect({ scheme, background, action }).toEqual({ scheme: 'auto', background: '#222', action: '#333' });
  });

  it('has no place off the screen, and no word or colour that is none (launcher-11)', () => {
    const odd = { toString: 1 };
    const config = decodeLauncherConfig({
      messenger: {
        title: odd,
        positionOffset: { web: { horizontal: -400, vertical: 24 }, mobile: { vertical: -1 } },
        launcher: { text: odd, words: { open: odd, close: 5, window: {}, failed: 'Nein' } },
        color: { action: odd },
      },
    });
    expect(config.positionOffset).toEqual({
      web: { horizontal: 0, vertical: 24 },
      mobile: { horizontal: 16, vertical: 0 },
    });
    expect(config.launcher.words).toMatchObject({
      open: 'Open messaging window',
      close: 'Close messaging window',
      window: 'Messaging window',
      failed: 'We couldn’t open the conversation.',
    });
    expect(config.title).toBe('');
    const css = surfaceCss(config);
    expect(css).toContain('rgb(10,125,79)');
  });

  it('lets no value of a wrong type through (conf-1)', () => {
    const { messenger } = decode({
      messenger: {
        position: 'top',
        zIndex: '5',
        borderRadius: 'url(x)',
        positionOffset: { web: { horizontal: '1px;}' } },
        color: { action: 5 },
        launcher: { shape: 7, text: 7, words: [] },
        conversationHistory: true,
      },
    });
    expect(messenger).toMatchObject({
      position: 'right',
      zIndex: DEFAULT_Z_INDEX,
      borderRadius: 16,
      positionOffset: { web: { horizontal: 16, vertical: 16 } },
      action: undefined,
      launcher: { words: { open: 'Open messaging window' } },
      remembers: false,
    });
  });

  it('says the same to the launcher and to the messenger', () => {
    const given = {
      messenger: { title: 'T', zIndex: 7, locale: 'de', borderRadius: 3, color: { action: '#333' } },
    };
    const shared = { title: 'T', zIndex: 7, locale: 'de', borderRadius: 3, action: '#333' };
    expect(decodeConfig(given).messenger).toMatchObject(shared);
    expect(decodeLauncherConfig(given)).toMatchObject(shared);
  });
});

it('a configuration nested deeper than anything can write has the look that its own fields name', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
  expect([isThemed(deep), isThemed({ theme: deep }), isThemed({ color: deep })]).toEqual([
    false,
    true,
    false,
  ]);
});
