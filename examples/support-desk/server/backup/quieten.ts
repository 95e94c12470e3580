import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Session, tableNames } from '../store/sql/rows';
import { SETTINGS_FILES } from './format';

/** Keeps the rows of a copy from reaching the people and programs of its original, and its events in a shared Redis. */
export const quietenRows = async (session: Session): Promise<void> => {
  // An older schema has fewer tables.
  const names = await tableNames(session);
  for (const name of ['webhooks', 'push_browsers'])
    if (names.includes(name)) await session(`delete from ${name}`);
  if (names.includes('waits'))
    await session('update waits set offer_at = null, mail_at = null, alert_at = null');
  await session("update desk set value = $1 where name = 'log'", [randomUUID()]);
};

/** Removes the mail server from the settings in a folder. A file that cannot be read is left out: the desk could not use it either. */
export const quietenSettings = (folder: string): void => {
  for (const name of SETTINGS_FILES) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    try {
      const { email, ...settings } = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
      const { smtpUrl: _, ...quiet } = email ?? {};
      if (email)
        writeFileSync(
          path,
          `${JSON.stringify({ ...settings, email: { ...quiet, enabled: false } }, null, 2)}\n`,
        );
    } catch {
      rmSync(path);
    }
  }
};
