/** The changes of another file's object that `check-assignments.mjs` allows. */

/** @typedef {{ owner: string, members?: string[], files: string[], why: string }} Exception without members, for all */

/** @type {Exception[]} */
const IN_SRC = [
  {
    owner: 'loader/handover.ts',
    files: [
      'loader/hasten.ts',
      'loader/realm.ts',
      'loader/renew.ts',
      'messenger.ts',
      'features/hostCalls/hostCalls.ts',
      'features/hostCalls/look/render.ts',
      'features/hostCalls/look/embedCard.ts',
      'features/hostCalls/page/destroy.ts',
    ],
    why: 'they set the stage, which has no code of its own before intent',
  },
  {
    owner: 'loader/handover.ts',
    members: ['origin'],
    files: ['features/campaigns/campaigns.ts'],
    why: 'the port is there for this feature',
  },
  {
    owner: 'loader/call.ts',
    members: ['cancelled'],
    files: ['loader/keepLeaving.ts'],
    why: 'the queue has no action for it, which would cost bytes before intent',
  },
  {
    owner: 'launcher/surface.ts',
    members: ['toggle', 'send', 'retry', 'home'],
    files: ['messenger.ts', 'conversation/drawHome.ts'],
    why: 'the handlers of a surface, which has no code to exchange them before intent',
  },
  {
    owner: 'launcher/surface.ts',
    members: ['unsent'],
    files: ['launcher/launcher.ts'],
    why: 'the launcher is the surface with a button',
  },
  {
    owner: 'loader/call.ts',
    files: ['loader/queue.ts', 'features/hostCalls/inEffect.ts'],
    why: 'a call is a record, which its keeper fills',
  },
  {
    owner: 'loader/queue.ts',
    members: ['porch'],
    files: ['loader/boot.ts'],
    why: 'what the page sees of its function',
  },
  {
    owner: 'platform/runningPlace.ts',
    files: ['loader/loader.ts', 'features/hostCalls/page/destroy.ts'],
    why: 'the mark of the running widget, which has no code before intent',
  },
  { owner: 'loader/boot.ts', members: ['zE'], files: ['loader/renew.ts'], why: 'the global of the page' },
  {
    owner: 'conversation/features.ts',
    members: ['keep', 'following', 'held', 'at', 'height'],
    files: [
      'conversation/log/MessageLog.tsx',
      'features/scrollback/holdPlace.ts',
      'features/scrollback/keepFocus.ts',
      'features/scrollback/Latest.tsx',
      'features/scrollback/settle.ts',
    ],
    why: 'the place in the log is a ref that the log and its feature share',
  },
  {
    owner: 'launcher/surface.ts',
    members: ['unsent'],
    files: ['loader/renew.ts'],
    why: 'the new launcher takes over what the visitor has written',
  },
  {
    owner: 'launcher/launcherType.ts',
    files: ['launcher/launcher.ts'],
    why: 'the launcher holds this state; only its type is elsewhere',
  },
  {
    owner: 'wire/config.ts',
    files: ['launcher/customize.ts'],
    why: 'it dresses the configuration, which has no code of its own before intent',
  },
];

/** @type {Exception[]} with paths from the root */
export const ALLOWED = IN_SRC.map((one) => ({
  ...one,
  owner: `src/${one.owner}`,
  files: one.files.map((file) => `src/${file}`),
}));
