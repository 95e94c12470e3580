import type { LatePage } from './latePage';
import type { Schedule, Step } from './schedule';
import type { Tab } from './tab';
import { judge, judgeVisitors } from './verdict';
import { createWorld, type World } from './world';

/** A text the visitor wrote, and the tab they wrote it in. A tab keeps its name after a reload. */
export type Written = {
  text: string;
  tab: string;
  /** It ended with its page, which was not allowed to store it. */
  gone?: true;
};

/** The pages of a schedule, and what was written on them. */
export type Stage = {
  world: World;
  written: Written[];
  tabs: [Tab, Tab | undefined];
  /** The page in each tab whose messenger is late. */
  late: [LatePage?, LatePage?];
  said: number;
};

/** The steps that concern more than one page. All others need the messenger, except to write and to reload. */
const OF_WORLD = new Set<Step['do']>([
  'agentSend',
  'agentRead',
  'agentType',
  'secondTab',
  'kill',
  'loseFiles',
  'logReset',
  'expireTokens',
]);

/** Returns the second tab if it is asked for and open, otherwise the first. */
const tabOf = (stage: Stage, which: 0 | 1): Tab => {
  const tab = stage.tabs[which] ?? stage.tabs[0];
  return tab;
};

/** The conversation the agent answers: the one open in the visitor's tab. */
const conversationId = ({ tabs }: Stage): string | undefined =>
  tabs[0].active()?._id ?? tabs[1]?.active()?._id;

const reload = (stage: Stage, which: 0 | 1, silently: boolean): void => {
  const old = stage.tabs[which];
  if (!old) return;
  const wasOpen = old.slices.router.widgetOpen.value;
  if (!silently) old.page.hide();
  old.kill(silently);
  stage.world.seen.add('tabKill');
  const tab = stage.world.openTab({ session: old.session });
  stage.tabs[which] = tab;
  if (wasOpen) tab.slices.router.openWidget();
};

/** The messenger arrives on a late page. */
const arrive = (stage: Stage, which: 0 | 1): void => {
  const page = stage.late[which];
  if (!page) return;
  stage.late[which] = undefined;
  page.close();
  stage.tabs[which] = stage.world.openTab({ session: page.session, unsent: page.unsent });
};

/** Time between two texts that a visitor sends one after the other, ms. */
const WRITING_MS = 10;

/** The visitor writes where the messenger is late. */
const writeEarly = async (stage: Stage, which: 0 | 1): Promise<void> => {
  const text = `text ${stage.written.length + 1}`;
  stage.written.push({ text, tab: `tab ${which}` });
  stage.late[which]?.write(text);
  await stage.world.advance(WRITING_MS);
};

/** A late page ends before its messenger arrived. What its visitor did not allow to store is gone. */
const closeLate = (stage: Stage, which: 0 | 1): void => {
  const page = stage.late[which];
  if (!page) return;
  page.close();
  if (page.stores) return;
  const gone = new Set(page.unsent.map(({ text }) => text));
  // The number of texts also names the next one.
  for (const one of stage.written) if (gone.has(one.text)) one.gone = true;
};

/** A page loads in a tab, and the visitor writes on it before the messenger arrives. */
const loadLate = async (stage: Stage, step: Step & { do: 'late' }): Promise<void> => {
  const { world, tabs, late } = stage;
  const which = step.tab;
  world.seen.add('lateMessenger');
  if (!tabs[which]) world.seen.add('twoTabs');
  const session = (late[which] ?? tabs[which])?.session;
  closeLate(stage, which);
  if (tabs[which]?.isAlive()) {
    if (!step.silently) tabs[which].page.hide();
    tabs[which].kill(step.silently);
  }
  const page = world.openLatePage(session, step.stores);
  late[which] = page;
  // A page needs some time to load. Its messages are never of the same millisecond as those of the page before.
  await world.advance(WRITING_MS);
  for (let i = 0; i < step.texts; i++) await writeEarly(stage, which);
  world.time.after(step.ms, () => {
    // The schedule may have ended the page before.
    if (late[which] !== page) return;
    if (step.end === 'isTriedAgain') {
      world.time.after(step.ms, () => late[which] === page && arrive(stage, which));
      return;
    }
    if (step.end === 'arrives') return arrive(stage, which);
    reloadLate(stage, which, step.end === 'close');
  });
};

/** A late page ends, and one with a messenger loads. @param closed whether the tab was closed between */
const reloadLate = (stage: Stage, which: 0 | 1, closed: boolean): void => {
  const { world, late, tabs } = stage;
  closeLate(stage, which);
  world.seen.add('tabKill');
  tabs[which] = world.openTab(closed ? {} : { session: late[which]?.session });
  late[which] = undefined;
};

/** Takes one step. */
export const take = async (stage: Stage, step: Step): Promise<void> => {
  const { world } = stage;
  const which = step.tab === 1 && (stage.tabs[1] || stage.late[1]) ? 1 : 0;
  if (stage.late[which] && !OF_WORLD.has(step.do)) {
    if (step.do === 'send') await writeEarly(stage, which);
    if (step.do === 'reload') reloadLate(stage, which, false);
    return;
  }
  const tab = tabOf(stage, which);
  const { time } = world;
  if (
    tab.isAsleep() &&
    ['send', 'retry', 'type', 'open', 'close', 'sleep', 'reload', 'late'].includes(step.do)
  )
    return;
  switch (step.do) {
    case 'send': {
      const text = `text ${stage.written.length + 1}`;
      // A closed widget has no composer.
      if (!tab.slices.router.widgetOpen.value) tab.slices.router.openWidget();
      stage.written.push({ text, tab: `tab ${which}` });
      tab.delivery.sender.send({ text });
      return;
    }
    case 'retry':
      return tab.retry();
    case 'type':
      return tab.typed(false);
    case 'open':
      return tab.slices.router.openWidget();
    case 'close':
      return tab.slices.router.closeWidget(0);
    case 'agentSend':
      await world.agent.send(conversationId(stage), `agent ${++stage.said}`);
      return;
    case 'agentRead':
      return world.agent.activity(conversationId(stage), 'conversation:read');
    case 'agentType':
      return world.agent.activity(conversationId(stage), 'typing:start');
    case 'secondTab':
      if (stage.tabs[1] || stage.late[1]) return;
      world.seen.add('twoTabs');
      stage.tabs[1] = world.openTab();
      return;
    case 'loseUp':
      return tab.link.loseUp(step.ms);
    case 'loseDown':
      return tab.link.loseDown(step.ms);
    case 'portal':
      return tab.link.cover(step.ms);
    case 'slow':
      return tab.link.slow(Math.min(step.ms, 9000), step.ms);
    case 'echoTwice':
    case 'echoLate':
      return tab.link.echo(step.do, step.ms);
    case 'offline':
      tab.link.setOnline(false);
      tab.page.setOnline(false);
      time.after(step.ms, () => {
        if (!tab.isAlive()) return;
        tab.link.setOnline(true);
        tab.page.setOnline(true);
      });
      return;
    case 'hide':
      tab.setVisible(false);
      time.after(step.ms, () => tab.isAlive() && !tab.isAsleep() && tab.setVisible(true));
      return;
    case 'loseFiles':
      return world.loseFiles(step.ms);
    case 'kill':
      return world.kill(step.ms);
    case 'sleep':
      world.seen.add('sleep');
      if (step.silently) tab.setVisible(false);
      tab.sleep(step.silently);
      time.after(step.ms, async () => {
        if (!tab.isAlive() || !tab.isAsleep()) return;
        await tab.wake();
        if (step.silently) tab.setVisible(true);
      });
      return;
    case 'reload':
      return reload(stage, which, step.silently);
    case 'late':
      return loadLate(stage, step);
    case 'reset':
      if (tab.link.cut(step.silently) > 0) world.seen.add('reset');
      return;
    case 'logReset':
      return world.service.forAgent() ? world.resetLog(step.keep ? 'people' : undefined) : undefined;
    case 'expireTokens':
      return world.expireTokens();
    default:
      tab.link.befall(step.do, step.ms, step.late);
  }
};

/** Time limit after the last fault when the page is told that it is online and visible, ms. */
const QUIET_MS = 150_000;
/** Time limit when the page is not told, ms: one round of attempts, its pause, and another round. */
const UNTOLD_MS = 250_000;

export const createStage = (world: World): Stage => ({
  world,
  written: [],
  tabs: [world.openTab(), undefined],
  late: [],
  said: 0,
});

/** Ends all faults, and does what a visitor would. @param told whether the browser reports that all is well */
export const recover = async (stage: Stage, told: boolean): Promise<void> => {
  const { world } = stage;
  for (const which of [0, 1] as const) arrive(stage, which);
  await world.heal();
  await world.advance(1000);
  for (const tab of stage.tabs) {
    if (!tab) continue;
    if (told || !tab.page.visible()) tab.page.setVisible(true);
    if (told || !tab.page.online()) tab.page.setOnline(true);
  }
  // A visitor who left before the service knew them opens the widget again, which starts delivery.
  const { user, router } = stage.tabs[0].slices;
  if (stage.written.length > 0 && user.appUserId.value === undefined) router.openWidget();
  // The widget offers to retry a start that the service refused; the visitor accepts.
  const refused = world.seen.has('401') || world.seen.has('403');
  for (const tab of stage.tabs)
    if (refused && tab?.slices.user.initializedStatus.value === 'failed') tab.delivery.start();
  // A visitor whose connection the service refused reopens the widget, which connects again.
  for (const tab of stage.tabs) {
    if (!world.seen.has('403') || tab?.slices.connection.status.value !== 'disconnected') continue;
    tab.slices.router.closeWidget(0);
    tab.slices.router.openWidget();
  }
};

/**
 * Plays a schedule and checks the result after the quiet period that follows the last fault.
 * @returns a description of each problem; empty when all is well
 */
export const play = async (schedule: Schedule): Promise<{ problems: string[]; world: World }> => {
  const world = createWorld({ seed: schedule.seed, skew: schedule.skew });
  const random = Math.random;
  Math.random = world.random;
  try {
    if (schedule.skew !== 0) world.seen.add('clockSkew');
    const stage = createStage(world);
    for (const step of schedule.steps) {
      await world.advance(step.after);
      await take(stage, step);
    }
    await recover(stage, schedule.told);
    await world.advance(schedule.told ? QUIET_MS : UNTOLD_MS);
    const tabs = stage.tabs.filter((t) => t !== undefined);
    const written = stage.written.filter((one) => !one.gone);
    const problems = [...(await judge(world, tabs, written)), ...(await judgeVisitors(world))];
    return { problems, world };
  } finally {
    world.close();
    Math.random = random;
  }
};
