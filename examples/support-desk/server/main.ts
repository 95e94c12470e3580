import { fileURLToPath } from 'node:url';
import { linkAddress } from './domain/accounts/links';
import { createClock } from './process/clock';
import { type Ending, SHORT } from './process/lifecycle';
import { StartError } from './process/startError';
import { endingOf, optionsOf } from './start/environment';
import { type RunningDesk, startDesk } from './start/start';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
/** How long the desk may take to end after what it waits for. */
const STOP_MS = 1800;

/**
 * Ends the desk on SIGTERM as the operator configured, and on SIGINT, from a terminal, quickly. A second signal ends
 * all waits. On Ctrl-C, npm may pass on the signal that the terminal has already sent.
 */
const stopOnSignal = ({ close, hurry }: RunningDesk, ending: Ending): void => {
  let stopping = false;
  const { after } = createClock();
  const leaveBy = (ms: number) => after(ms, () => process.exit(0));
  const stop = (how: Ending): void => {
    if (stopping) {
      leaveBy(STOP_MS);
      hurry();
      return;
    }
    stopping = true;
    leaveBy(Math.max(how.spreadMs, how.uploadMs) + how.answerMs + STOP_MS);
    close(how).then(
      () => process.exit(0),
      () => process.exit(0),
    );
  };
  process.on('SIGINT', () => stop(SHORT));
  process.on('SIGTERM', () => stop(ending));
};

const main = async (): Promise<void> => {
  const leave = (): never => process.exit(0);
  process.once('SIGINT', leave).once('SIGTERM', leave);
  const options = optionsOf(process.env, repository);
  const ending = endingOf(process.env);
  const desk = await startDesk(options);
  process.off('SIGINT', leave).off('SIGTERM', leave);
  stopOnSignal(desk, ending);
  const origin = options.publicUrl ?? `http://localhost:${desk.port}`;
  // The page has a link to the inbox.
  const demo = desk.demoSecret ? `?demo=${desk.demoSecret}` : '';
  const inbox = desk.setupToken
    ? linkAddress(origin, desk.setupToken)
    : `${origin}/agent${demo && `/${demo}`}`;
  const start = options.demo
    ? `Page:  ${origin}/${demo}`
    : `Tag:   <script async src="${origin}/porch/porch.now.js"></script>`;
  process.stdout.write(
    `${start}\nInbox: ${inbox}\nDocs:  ${origin}/docs/\nData:  ${options.dataDir} (Ctrl-C stops it.)\n`,
  );
};

main().catch((error: unknown) => {
  const sentence = error instanceof StartError ? error.message : `The desk could not start: ${String(error)}`;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
});
