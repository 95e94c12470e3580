/** The browser tests of `npm test`. */
export const SMOKE = [
  'browser/mainJob',
  'browser/writeAtOnce',
  'browser/beforeIntent',
  'browser/realm',
  'browser/policies',
  'browser/login',
  'browser/uploads',
  'browser/upgrade',
  'browser/inboxLive',
  'browser/publishedLibraries',
  'security/richMessages',
].map((file) => `test/${file}.test.ts`);

/** The contract tests that need a database on the disk, or the desk as a process of its own. */
export const ON_DISK = [
  'backupInS3',
  'deskBackup',
  'deskDays',
  'deskInboxViews',
  'deskMetrics',
  'deskMigrations',
  'deskOlder',
  'deskOutage',
  'deskPostgres',
  'deskProcess',
  'deskReplies',
  'deskRefusedMails',
  'deskRepliesKill',
  'deskRedis',
  'deskSearchLoad',
  'deskUploadMemory',
  'deskWebhookKill',
  'mailboxTls',
  'exampleAnsweringModel',
  'exampleBot',
  'exampleChatwootBridge',
  'exampleSlackBridge',
].map((file) => `test/contract/${file}.test.ts`);

/** Three processes of one desk, with all that they need. */
export const CLUSTER = ['test/contract/deskCluster.test.ts'];
