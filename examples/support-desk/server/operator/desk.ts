import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backUp } from '../backup/backup';
import { moveToServer } from '../backup/move';
import { Refused } from '../backup/refused';
import { restore } from '../backup/restore';
import type { Place } from '../backup/source';
import { linkAddress } from '../domain/accounts/links';
import { type Clock, createClock } from '../process/clock';
import { codeOf } from '../process/errorCode';
import { databaseProblem } from '../store/sql/databaseProblem';
import { readS3Place, type S3Place } from '../uploads/s3Place';
import { answerWithHelp, type CommandName, readCommandLine } from './commandLine.mjs';
import { makeSignInLink } from './signInLink';

/** The operator's commands. Besides start/environment.ts, the only file that reads environment variables. */

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** @throws Refused */
const s3Of = (value: string | undefined, region: string | undefined): S3Place | undefined => {
  const read = value ? readS3Place(value, region) : undefined;
  if (read && 'problem' in read) throw new Refused(read.problem);
  return read?.place;
};

const placeOf = (env: NodeJS.ProcessEnv): Place => ({
  dataDir: env.DATA_DIR ? resolve(env.DATA_DIR) : join(repository, '.data'),
  databaseUrl: env.DATABASE_URL || undefined,
  s3: s3Of(env.UPLOADS_URL, env.AWS_REGION),
});

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);
const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
const filesOf = ({ dataDir, s3 }: Place): string => (s3 ? `the bucket ${s3.bucket}` : `${dataDir}/uploads`);
const sizeOf = ({ rows, uploads }: { rows: number; uploads: number }): string =>
  `${counted(rows, 'row', 'rows')} and ${counted(uploads, 'uploaded file', 'uploaded files')}`;

type Command = (value: string, place: Place, clock: Clock, isCopy: boolean) => Promise<void>;

const COMMANDS: Record<CommandName, Command> = {
  'sign-in-link': async (email, place, clock) => {
    const { PUBLIC_URL, PORT } = process.env;
    const origin = PUBLIC_URL?.replace(/\/+$/, '') || `http://localhost:${PORT || 8080}`;
    say(linkAddress(origin, await makeSignInLink(place, email, clock)));
    say('It can be used once, within 24 hours.');
  },
  backup: async (file, place, clock) => {
    const figures = await backUp(place, resolve(file), clock);
    const from = place.databaseUrl ? 'PostgreSQL' : `the embedded database in ${place.dataDir}`;
    say(`${file} has ${sizeOf(figures)} from ${from}.`);
    if (figures.missingUploads > 0)
      say(
        `${counted(figures.missingUploads, 'uploaded file was', 'uploaded files were')} not in ${filesOf(place)}.`,
      );
  },
  restore: async (file, place, clock, isCopy) => {
    const figures = await restore(place, resolve(file), clock, { isCopy });
    const places = [
      ...(place.databaseUrl ? ['PostgreSQL'] : []),
      place.dataDir,
      ...(place.s3 ? [filesOf(place)] : []),
    ];
    say(`${sizeOf(figures)} are in ${new Intl.ListFormat('en').format(places)}. Start the desk.`);
    say(
      isCopy
        ? 'It is a copy: it has no webhooks and no mail server, and what waited to be emailed is not sent.'
        : 'It sends emails and tells webhooks as the desk of the backup does. If that one still runs, restore with --copy instead.',
    );
  },
  move: async (url, place, clock) => {
    const { dataDir } = place;
    const rows = await moveToServer(dataDir, url, clock);
    say(
      `${counted(rows, 'row is', 'rows are')} in PostgreSQL. Set DATABASE_URL to its address, and start the desk.`,
    );
    say(
      `The uploaded files stay in ${filesOf(place)}. The old database is in ${join(dataDir, 'database')} until you delete it.`,
    );
  },
};

const sentenceOf = (error: unknown, url: string | undefined): string => {
  if (error instanceof Refused) return error.message;
  if (url) return databaseProblem(url, error);
  return `The command failed (${codeOf(error) || String(error)}).`;
};

const main = async (given: string[]): Promise<number> => {
  const read = readCommandLine(given);
  if (read === 'help' || 'problem' in read) return answerWithHelp(read);
  const { env } = process;
  try {
    const place = placeOf(env);
    await COMMANDS[read.name](read.value, place, createClock(), read.isCopy);
    return 0;
  } catch (error) {
    const url = read.name === 'move' ? read.value : env.DATABASE_URL;
    process.stderr.write(`${sentenceOf(error, url)}\n`);
    return 1;
  }
};

main(process.argv.slice(2)).then((code) => process.exit(code));
