import { decodeConfig } from '@porch/messenger/wire/config';
import { decodeLauncherConfig } from '@porch/messenger/wire/launcherConfig';
import { CALL_FLAGS } from '../domain/settings/settings';
import type { Json } from '../model/entities';

/** Removes values that equal the client's defaults, because the launcher waits for these bytes. */
const withoutDefaults = (value: Json, defaults: Json): Json => {
  const out: Json = {};
  for (const [key, entry] of Object.entries(value)) {
    const usual = defaults[key];
    if (entry === undefined || entry === usual) continue;
    if (entry === null || typeof entry !== 'object' || Array.isArray(entry)) {
      out[key] = entry;
      continue;
    }
    const rest = withoutDefaults(entry as Json, (usual ?? {}) as Json);
    if (Object.keys(rest).length > 0) out[key] = rest;
  }
  return out;
};

/**
 * The clients' values for missing fields. Most come from the decoders of the launcher and the messenger; the others are
 * listed here.
 */
const defaultConfig = (): Json => {
  const { messenger } = decodeConfig({});
  const { launcher, ...shared } = decodeLauncherConfig({});
  return {
    features: {
      fastLoad: false,
      soundNotificationEnabled: false,
      desktopNotificationsEnabled: false,
      faviconBadgeEnabled: false,
      debug: false,
      ...Object.fromEntries(CALL_FLAGS.map((name) => [name, true])),
    },
    messenger: {
      ...shared,
      launcher: {
        shape: 'circle',
        showTextInMobile: false,
        ...launcher,
        words: {
          hide: 'Hide label',
          campaign: 'Message from us',
          dismiss: 'Dismiss message',
          ...launcher.words,
        },
      },
      conversationHistory: 'forget',
      ...messenger,
    },
  };
};

/** The differences from the clients' defaults. Both objects are always present: a client does not start without them. */
export const shortConfig = (whole: Json): Json => ({
  features: {},
  messenger: {},
  ...withoutDefaults(whole, defaultConfig()),
});
