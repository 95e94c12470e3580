import type { MenuRow } from './featureRow';

/** The features that are reached from the header's menu alone: one row each. The menu's file has this registry. */
export const menuFeatures: readonly MenuRow[] = [
  {
    wanted: ({ settings: { flags } }) => flags.channelLinkingEnabled === true,
    load: () => import('../features/channelLinking/channelLinking').then((file) => file.createChannelEntries),
  },
  {
    wanted: ({ settings: { raw } }) => raw.transcriptMailEnabled === true,
    load: () => import('../features/transcriptMail/transcriptMail').then((file) => file.createMailEntries),
  },
];
