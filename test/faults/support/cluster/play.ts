import { createStage, recover, type Stage, take } from '../play';
import type { Server } from '../service';
import { judgeShown } from '../verdict';
import { createWorld, type World } from '../world';
import { createAgentPage } from './agentPage';
import { createEavesdropper, type Eavesdropper } from './eavesdropper';
import { type DeskStep, type DesksSchedule, isDeskStep } from './schedule';
import type { Spoil } from './spoil';
import { createTwoDesks, type TwoDesks } from './twoDesks';

/** What a schedule of two processes has beside its tabs. */
type Side = {
  stage: Stage;
  world: World;
  desks: TwoDesks;
  agentPage: ReturnType<typeof createAgentPage>;
  /** Who still listens after a revocation, and since when. */
  revoked: { who: Eavesdropper; at: number }[];
};

/** How long a tab takes to subscribe, ms. */
const SUBSCRIBING_MS = 100;
/** The other process silences a revoked session within this time, where nothing is broken, ms. */
const SILENCE_MS = 1000;
/** Within this time after the last fault, processes know all again and every client has subscribed again, ms. */
const KNOWING_MS = 12_000;
/** Time limit for the messengers after the last fault, and how often they are looked at, ms. */
const QUIET_MS = 150_000;
const LOOK_MS = 2000;

/** A session ends at the other process than the one at which somebody listens with it. */
const revoke = async ({ stage, world, desks, revoked }: Side, step: DeskStep): Promise<void> => {
  const at = desks.servers[step.desk] as Server;
  const other = desks.servers[1 - step.desk] as Server;
  const who = at.up && other.up ? createEavesdropper(world.time, desks, at, stage.tabs[0]) : undefined;
  if (!who) return;
  await world.advance(SUBSCRIBING_MS);
  if (!other.up) return who.close();
  world.seen.add('revoke');
  const path = `/users/${who.appUserId}/expire-sessions`;
  const isTaken = await world.time.busy(
    other.desk.agent.call('POST', path).then(
      () => true,
      () => false,
    ),
  );
  if (isTaken) revoked.push({ who, at: world.time.now() });
};

const kill = ({ world, desks }: Side, which: number, ms: number): void =>
  world.kill(ms, desks.servers[which] as Server);

const takeOnDesk = async (side: Side, step: DeskStep): Promise<void> => {
  const { world, desks, agentPage } = side;
  const { stream } = desks;
  const line = desks.line(step.desk);
  const happened = () => void world.seen.add(step.do);
  switch (step.do) {
    case 'late':
    case 'unheard':
    case 'half':
      return stream.befall(step.do, step.ms, happened);
    case 'dies':
      return stream.befall(step.do, step.ms, (which) => {
        happened();
        kill(side, which, step.ms);
      });
    case 'deskKill':
      happened();
      return kill(side, step.desk, step.ms);
    case 'readLate':
      happened();
      return line.readLate(step.ms);
    case 'busLost':
      happened();
      stream.lose();
      world.time.after(step.ms, stream.find);
      return;
    case 'emptied':
      // What both were told is under way while Redis restarts without its entries.
      happened();
      for (const which of [0, 1]) desks.line(which).readLate(step.ms);
      world.time.after(step.ms / 2, () => {
        stream.lose();
        stream.empty();
        stream.find();
      });
      return;
    case 'trimmed':
      happened();
      line.readLate(step.ms);
      world.time.after(step.ms / 2, () => {
        stream.trim();
        line.cut();
      });
      return;
    case 'cut':
      happened();
      return line.cut();
    case 'undone':
      return desks.failCommit(happened);
    case 'agentMoves':
      happened();
      return agentPage.cut();
    case 'revoke':
      return revoke(side, step);
  }
};

const isQuiet = ({ stage, desks }: Side): boolean =>
  desks.waiting() === 0 &&
  stage.tabs.every(
    (tab) =>
      !tab ||
      (tab.log().every(({ status, errorReason }) => status !== 'sending' && errorReason !== 'network') &&
        (!tab.active() || tab.slices.connection.status.value === 'connected')),
  );

/** Waits until the messengers have recovered, and the processes know all. */
const recoverAll = async (side: Side): Promise<void> => {
  const { world } = side;
  await recover(side.stage, true);
  await world.advance(KNOWING_MS);
  for (let passed = KNOWING_MS; passed < QUIET_MS && !isQuiet(side); passed += LOOK_MS)
    await world.advance(LOOK_MS);
};

/** What the agent's page shows, and what was heard after a revocation. */
const judgeOthers = async ({ world, agentPage, revoked }: Side, wasWhole: boolean): Promise<string[]> => {
  const problems = agentPage.doubled.map((id) => `doubled for the agent: ${id}`);
  const healedAt = world.time.now();
  for (const [i, { who }] of revoked.entries()) await world.agent.send(who.conversationId, `secret ${i + 1}`);
  await world.advance(SILENCE_MS);
  for (const [id] of await world.allStored()) {
    const there = (await world.stored(id)).map((m) => m.id);
    const shown = agentPage.shown(id);
    if (shown.join() !== there.join())
      problems.push(`the agent sees ${shown.join()} instead of ${there.join()} in ${id}`);
  }
  for (const { who, at } of revoked) {
    const silentFrom = wasWhole ? at + SILENCE_MS : healedAt;
    if (who.heardAt() > silentFrom) problems.push(`heard after the revocation, in ${who.conversationId}`);
  }
  return problems;
};

/**
 * Plays a schedule over two processes of the desk and checks the result after the last fault.
 * @param spoil what of the server is broken on purpose; nothing by default
 * @returns a description of each problem; empty when all is well
 */
export const playTwoDesks = async (
  schedule: DesksSchedule,
  spoil?: Spoil,
): Promise<{ problems: string[]; world: World }> => {
  let desks: TwoDesks | undefined;
  const world = createWorld({
    seed: schedule.seed,
    createService: (...args) => {
      desks = createTwoDesks(...args, spoil);
      return desks;
    },
  });
  if (!desks) throw new Error('The world has a service');
  const agentPage = createAgentPage(world.time, desks);
  const { random } = Math;
  Math.random = world.random;
  try {
    const side: Side = { stage: createStage(world), world, desks, agentPage, revoked: [] };
    for (const step of schedule.steps) {
      await world.advance(step.after);
      await (isDeskStep(step) ? takeOnDesk(side, step) : take(side.stage, step));
    }
    const hadDeskFaults = schedule.steps.some(
      (step) => isDeskStep(step) && step.do !== 'revoke' && step.do !== 'agentMoves',
    );
    await recoverAll(side);
    const others = await judgeOthers(side, !hadDeskFaults);
    const tabs = side.stage.tabs.filter((tab) => tab !== undefined);
    const problems = await judgeShown(world, tabs, side.stage.written);
    return { problems: [...others, ...problems], world };
  } finally {
    agentPage.close();
    world.close();
    Math.random = random;
  }
};
