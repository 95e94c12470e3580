import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { CALL_FLAGS, readSettings } from '../../../examples/support-desk/server/domain/settings/settings';
import { wholeConfig } from '../../../examples/support-desk/server/routes/config';
import { shortConfig } from '../../../examples/support-desk/server/routes/shortConfig';
import { decodeConfig, isThemed } from '../../../src/wire/config';
import { decodeLauncherConfig } from '../../../src/wire/launcherConfig';

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const color = fc.constantFrom('#123', '#0a7d4f', 'rgb(1,2,3)');
const offset = fc.record({ horizontal: fc.nat(1000), vertical: fc.nat(1000) }, { requiredKeys: [] });
const text = fc.string({ maxLength: 60 });

/** Settings of all that the configuration has, each perhaps as it is by default. */
const settings = fc.record(
  {
    app: fc.record(
      { multiConvoEnabled: fc.boolean(), endSessionEnabled: fc.boolean() },
      { requiredKeys: [] },
    ),
    features: fc.record({ fastLoad: fc.boolean(), updateUser: fc.boolean() }, { requiredKeys: [] }),
    messenger: fc.record(
      {
        appId: fc.constantFrom('porch', 'shop'),
        integrationId: fc.constantFrom('web', 'web-1'),
        title: text,
        description: text,
        conversationHistory: fc.constantFrom('remember', 'forget'),
        canUserSeeConversationList: fc.boolean(),
        attachmentsEnabled: fc.boolean(),
        analytics: fc.boolean(),
        proactiveMessagingEnabled: fc.boolean(),
        color: fc.record({ primary: color, message: color, action: color }, { requiredKeys: [] }),
        theme: fc.record(
          { scheme: fc.constantFrom('light', 'dark', 'auto'), onAction: color },
          { requiredKeys: [] },
        ),
        position: fc.constantFrom('left', 'right'),
        positionOffset: fc.record({ web: offset, mobile: offset }, { requiredKeys: [] }),
        borderRadius: fc.nat(20),
        zIndex: fc.integer(),
        people: fc.record(
          { greeting: text, faces: fc.boolean(), presence: fc.boolean() },
          { requiredKeys: [] },
        ),
        launcher: fc.record(
          { shape: fc.constantFrom('square', 'circle', 'none'), text, showTextInMobile: fc.boolean() },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

const words = some(
  fc.record({
    open: text,
    close: text,
    window: text,
    failed: text,
    retry: text,
    write: text,
    send: text,
    campaign: fc.constantFrom('Message from us', 'Nachricht'),
  }),
);
const campaigns = fc.array(fc.record({ id: text }), { maxLength: 2 });
/** What those who show them say without words. */
const LATER_WORDS = { hide: 'Hide label', campaign: 'Message from us', dismiss: 'Dismiss message' };

/** What is decoded of the launcher's part. `read` has all that other files read as received. */
const ofLauncher = (config: object) => {
  const { launcher, positionOffset, ...read } = decodeLauncherConfig(config);
  const { position, title, locale, borderRadius, zIndex, description, color, theme } = read as typeof read & {
    color?: unknown;
    theme?: unknown;
  };
  return {
    launcher: {
      shape: 'circle',
      showTextInMobile: false,
      ...launcher,
      words: { ...LATER_WORDS, ...launcher.words },
    },
    ...{ positionOffset, position, title, locale, borderRadius, zIndex, description },
    color: { ...(color as object) },
    theme: { ...(theme as object) },
    remembers: read.conversationHistory === 'remember',
    list: read.canUserSeeConversationList ?? false,
    analytics: read.analytics ?? false,
    campaigns: read.campaigns,
    proactive: read.proactiveMessagingEnabled ?? true,
  };
};

/** What is decoded of the messenger's part. A flag that is not there is on. */
const ofMessenger = (config: object) => {
  const { raw, flags, ...decoded } = decodeConfig(config).messenger;
  const { people, formerIntegrationId, ratingEnabled, voiceEnabled, endSessionEnabled } = raw;
  return {
    ...decoded,
    ...{ people, formerIntegrationId, ratingEnabled, voiceEnabled, endSessionEnabled },
    flags: CALL_FLAGS.filter((name) => flags[name] !== false),
    debug: flags.debug ?? false,
    fastLoad: flags.fastLoad ?? false,
    themed: isThemed(raw),
  };
};

it('says the same to launcher and messenger without the values that they assume', () => {
  fc.assert(
    fc.property(settings, words, campaigns, (given, said, served) => {
      const read = readSettings(given);
      if (!('settings' in read)) throw new Error(read.problem);
      const ids = { integrationId: 'web-1', formerIntegrationId: 'web' };
      const locale = { locale: 'en-us', words: said };
      const made = wholeConfig(read.settings, ids, served, 'https://desk.example', locale);
      const whole = JSON.parse(JSON.stringify(made));
      const short = JSON.parse(JSON.stringify(shortConfig(made)));
      expect(JSON.stringify(short).length).toBeLessThan(JSON.stringify(whole).length);
      expect(ofLauncher(short)).toEqual(ofLauncher(whole));
      expect(ofMessenger(short)).toEqual(ofMessenger(whole));
    }),
  );
});
