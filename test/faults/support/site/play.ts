import { createResetWidget } from '../../../../src/delivery/identity/resetWidget';
import { logIds } from '../../../../src/slices/findMessage';
import { createFakeStorage } from '../../../support/fakeStorage';
import { FAKE_EXP, signJwt } from '../../../support/jwt';
import { createChannels } from '../channels';
import type { LatePage } from '../latePage';
import { createLocks } from '../locks';
import type { Tab, TabDeps } from '../tab';
import { createWorld } from '../world';
import { createBox } from './box';
import { createPeople, type Person } from './people';
import { MOST_TABS, type Schedule, type Step, TOKENLESS, type Who } from './schedule';
import { judgeAwaited, judgeSite } from './verdict';

const KEY = { id: 'shop', secret: 'a-secret-of-more-than-thirty-two-characters' };
const SETTINGS = { auth: { signingKeys: [KEY] } };
const TOKENS = Object.fromEntries(
  (['ann', 'ben'] as const).map((who) => [who, signJwt(KEY, { external_id: who, exp: FAKE_EXP })]),
);

export type Written = {
  text: string;
  by: Person;
  or: Person[];
  tab: string;
  /** Whether its page was about to log in a person of before, and its server gave no token for a time. */
  isAwaited?: boolean;
  /** Whether its page knew nobody yet. */
  isNameless?: boolean;
  /** Whether a known person's token was in no way known to its page, so that it is perhaps the next login's. */
  isUntold?: boolean;
  /** That login's person. */
  next?: Person;
  /** Whether the browser's storage has had it. */
  wasStored?: boolean;
};

/** How long a known person's words wait for a token, at least, ms. */
const AWAITED_MS = 40_000;

/** A tab of the browser, whose page has its messenger or only the launcher. */
type Slot = {
  tab?: Tab | undefined;
  late?: LatePage | undefined;
  box?: ReturnType<typeof createBox> | undefined;
  session: Storage;
  /** When its page last lost its messenger, or fell asleep. */
  away?: number;
};

type Plant = TabDeps['plant'];

/** Takes what happens, to find a cause. */
type Trace = (...what: unknown[]) => void;

/**
 * Plays a schedule of one browser's tabs.
 * @param plant plants a fault into each tab
 * @returns what is wrong
 */
export const playSite = async (
  schedule: Schedule,
  { plant, trace }: { plant?: Plant; trace?: Trace } = {},
): Promise<string[]> => {
  const { random } = Math;
  const world = createWorld({ seed: schedule.seed, settings: SETTINGS });
  Math.random = world.random;
  try {
    return await play(world, schedule, plant, trace);
  } finally {
    Math.random = random;
    world.close();
  }
};

const play = async (
  world: ReturnType<typeof createWorld>,
  schedule: Schedule,
  plant: Plant | undefined,
  trace: Trace | undefined,
) => {
  const locks = createLocks();
  const channels = createChannels(world.time);
  const written: Written[] = [];
  const typed: Written[] = [];
  const problems: string[] = [];
  const slots: Slot[] = Array.from({ length: MOST_TABS }, () => ({
    session: createFakeStorage(),
  }));
  let goLive = () => {};
  // While something happens, the history is read again and again; each answer may be that of somebody who has left.
  const live = new Promise<void>((resolve) => {
    goLive = resolve;
  });
  const met = { noConsent: false, expire: false, line: false };
  const people = createPeople(world.time.now, () => !met.noConsent);

  /** Since when, until when and how the page's server gives no token. */
  let tokenless: { from: number; until: number; how: keyof typeof TOKENLESS } | undefined;
  /** Whom the tabs' pages are about to log in, and cannot. */
  const awaited = new Map<string, Who>();
  /** Whose login has got through once. */
  const known = new Set<string>();
  const supply = (who: Who, tab: string, ms: number) => {
    const says = people.asks(who, tab);
    return (give: (jwt: unknown) => void) => {
      awaited.delete(tab);
      if (tokenless && world.time.now() < tokenless.until) {
        awaited.set(tab, who);
        return TOKENLESS[tokenless.how](give);
      }
      const run = () => {
        const before = people.now();
        const hadVisitor = page()?.slices.user.auth.value;
        const isShared = slots.some((slot) => slot.tab?.slices.user.auth.value?.type === 'jwt');
        // What was written on a page before it knew anybody is its first login's, or another tab's that has it, too.
        if (says() && !hadVisitor)
          for (const each of [...written, ...typed])
            if (each.tab === tab && each.isNameless)
              Object.assign(
                each,
                people.writes(tab),
                (isShared || met.noConsent) && { or: [...each.or, each.by] },
              );
        if (before.ended === 'switched')
          for (const each of [...written, ...typed])
            if (each.isUntold && each.by === before) each.next ??= people.now();
        give(TOKENS[who]);
      };
      const page = () => world.tabs.find(({ name }) => name === tab);
      if (ms) world.time.after(ms, () => page()?.deliver(run));
      else run();
    };
  };
  /** Whose login the browser's storage has. */
  let stored: string | undefined;
  /** No anonymous visitor takes a login's place in the storage while a page has its token. */
  const judgeIds = () => {
    const entry = (name: string) => world.browser.local.getItem(`ZD-web.${name}`);
    const login = entry('externalId') ?? undefined;
    const isHere = () =>
      slots.some(({ tab }) => {
        const auth = tab?.isAlive() && !tab.isAsleep() && tab.slices.user.auth.value;
        return auth && auth.type === 'jwt' && auth.externalId === login;
      });
    if (stored && stored === login && entry('sessionToken') && isHere())
      problems.push(`an anonymous visitor is stored in the place of ${stored}`);
    stored = entry('appUserId') && !entry('sessionToken') ? login : undefined;
  };
  const watch = (tab: Tab) => {
    const { look } = tab;
    tab.look = () => {
      look();
      trace?.(
        world.time.now() - 1_800_000_000_000,
        tab.name,
        tab.slices.user.appUserId.value,
        tab.slices.user.auth.value?.type,
        tab.slices.user.initializedStatus.value,
        logIds(tab.slices).flatMap((id) =>
          tab.slices.messages.of(id).value.map((m) => `${m.text}${m.status}`),
        ),
        Object.entries(world.browser.local)
          .filter(([k]) => !/clientId|Started/.test(k))
          .map(([k, v]) => `${k.slice(7)}=${/"appUserId":"([^"]*)/.exec(String(v))?.[1] ?? v}`)
          .join(' '),
      );
      judgeIds();
      const auth = tab.slices.user.auth.value;
      if (auth?.type === 'jwt') known.add(auth.externalId);
      if (auth) for (const each of [...written, ...typed]) if (each.tab === tab.name) each.isNameless = false;
      const draft = typed.at(-1);
      if (draft)
        draft.wasStored ||= Object.values(world.browser.local).some((v) => `${v}`.includes(draft.text));
      if (!tab.isAlive() || tab.isAsleep() || !people.isSettled(tab.name)) return;
      const logs = logIds(tab.slices).flatMap((id) => tab.slices.messages.drawn(id));
      const box = slots.find((slot) => slot.tab === tab)?.box?.shown() ?? '';
      const shown = [
        ...written.filter(({ text }) => logs.some((message) => message.text === text)),
        ...typed.filter(({ text }) => box.includes(text)),
      ];
      for (const whose of shown)
        if (!people.mayRead(whose, tab.name) && problems.length < 5)
          problems.push(`${tab.name} shows "${whose.text}" of ${whose.by.name} to ${people.now().name}`);
    };
    return tab;
  };
  const open = (at: number): Tab => {
    const slot = slots[at] as Slot;
    if (slot.tab?.isAlive()) return slot.tab;
    let box: Slot['box'];
    const who = schedule.callers[at] ? people.now().login : undefined;
    const tab = watch(
      world.openTab({
        session: slot.session,
        unsent: slot.late?.unsent,
        ...{ locks, channels },
        live,
        plant(messenger) {
          plant?.(messenger);
          box = createBox(messenger);
        },
        consent: met.noConsent ? 'none' : undefined,
        calls: who && ((delivery) => delivery.loginUser(supply(who, `page${world.tabs.length + 1}`, 0))),
      }),
    );
    people.woke(tab.name);
    if (slot.late) people.hears(`late${at}`, tab.name);
    slot.tab = tab;
    slot.box?.close();
    slot.box = box;
    slot.late?.close();
    slot.late = undefined;
    return tab;
  };

  /** What is written before the messenger is there. */
  const writeLate = (page: LatePage, name: string) => {
    people.opens();
    const text = `text ${written.length + 1}.`;
    const whose = people.writes(name);
    written.push({ text, ...whose, tab: name, isUntold: !!whose.by.login });
    page.write(text);
  };
  /** The tab's page ends, and another one has only its launcher. */
  const beLate = (at: number, isClosed: boolean) => {
    const slot = slots[at] as Slot;
    people.closes();
    people.hears(`late${at}`);
    slot.away = world.time.now();
    if (!isClosed && met.noConsent) people.deafens(`late${at}`);
    slot.tab?.kill(false);
    slot.tab = undefined;
    slot.late?.close();
    slot.late = isClosed ? undefined : world.openLatePage(slot.session, !met.noConsent);
  };
  const reload = (at: number, tab: Tab) => {
    people.closes();
    tab.kill(false);
    open(at);
  };
  const act = async (step: Step) => {
    const slot = slots[step.tab] as Slot;
    if (slot.late && step.do === 'write') return writeLate(slot.late, `late${step.tab}`);
    const does = (...names: Step['do'][]) => names.includes(step.do);
    if (does('late') || (slot.late && does('close', 'reload'))) return beLate(step.tab, does('close'));

    const isNew = !slots[step.tab]?.tab?.isAlive();
    const wasLate = !!slot.late;
    const tab = open(step.tab);
    // Its launcher takes the calls until then.
    if (wasLate) await world.settle();
    const { delivery, slices, link } = tab;
    const calls = schedule.callers[step.tab] === true;
    const isNameless = !slices.user.auth.value;
    const isUntold = slices.user.auth.value?.type !== 'jwt';
    if (tab.isAsleep() && step.do !== 'wake' && step.do !== 'close') return;
    switch (step.do) {
      case 'write': {
        people.opens();
        slices.router.openWidget();
        const text = `text ${written.length + 1}.`;
        const whose = people.writes(tab.name);
        // A first login that has not got through yet takes in what another tab's anonymous visitor has sent.
        const { login } = whose.by;
        const isAwaited = !!login && known.has(login) && awaited.get(tab.name) === login;
        written.push({
          ...{ text, ...whose, tab: tab.name, isAwaited, isNameless },
          isUntold: isUntold && !isAwaited && !!login,
        });
        return delivery.sender.send({ text });
      }
      case 'type':
      case 'fill': {
        // A form is in the log.
        if (step.do === 'fill' && !tab.active()) return;
        const text = `${step.do} ${typed.length + 1}.`;
        typed.push({ text, ...people.writes(tab.name), tab: tab.name, isNameless, isUntold });
        return slot.box?.[step.do](text);
      }
      case 'open':
        people.opens();
        return slices.router.openWidget();
      case 'login':
        if (calls) delivery.loginUser(supply(step.who, tab.name, step.ms), () => {});
        return;
      case 'session':
        if (calls) delivery.useSessionAuth(() => {});
        return;
      case 'logout':
        if (!calls) return;
        people.leaves(tab.name);
        return delivery.logoutUser();
      case 'reset':
        if (calls)
          createResetWidget({ ...slices, ...delivery })(
            (isReset) => isReset && people.leaves(tab.name, true),
          );
        return;
      case 'noConsent':
        met.noConsent = true;
        // What is not stored any more cannot tell a page afterwards what it has missed.
        // What would have told them is stored no more.
        for (const [i, { tab, late, away }] of slots.entries()) {
          if (late) people.deafens(`late${i}`, away);
          else if (tab?.isAsleep()) people.deafens(tab.name, away);
        }
        return slices.consent.set('none');
      case 'reload':
      case 'close':
        if (isNew) return;
        if (step.do === 'reload') return reload(step.tab, tab);
        people.closes();
        tab.kill(false);
        slot.session = createFakeStorage();
        return;
      case 'sleep':
        slot.away = world.time.now();
        if (met.noConsent && step.forgets) people.deafens(tab.name);
        people.closes();
        tab.setVisible(false);
        return tab.sleep(false, step.forgets);
      case 'wake':
        if (!tab.isAsleep()) return;
        people.woke(tab.name);
        people.hears(tab.name);
        await tab.wake();
        return tab.setVisible(true);
      case 'expire':
        met.expire = true;
        return world.expireTokens();
      case 'slow':
        met.line = true;
        return link.slow(step.ms, step.ms);
      case 'offline':
        met.line = true;
        link.setOnline(false);
        tab.page.setOnline(false);
        world.time.after(step.ms, () => {
          link.setOnline(true);
          if (tab.isAlive()) tab.page.setOnline(true);
        });
        return;
      case 'late':
        return;
      case 'tokenless': {
        const from = world.time.now();
        // Each time is over before a known person's words go out without their name.
        if (!tokenless || from - tokenless.from > AWAITED_MS)
          tokenless = { from, until: from + step.ms, how: step.how };
        if (step.reloads) reload(step.tab, tab);
        return;
      }
      default:
        met.line = true;
        return link.befall(step.do, step.ms, step.late);
    }
  };

  for (const step of schedule.steps) {
    await world.advance(step.after);
    trace?.(step);
    await act(step);
    await world.settle();
    problems.push(...(await judgeAwaited({ world, written, met })));
  }
  for (const { tab } of slots) if (tab) people.woke(tab.name);
  for (const { tab } of slots) if (tab?.isAsleep()) people.hears(tab.name);
  await world.heal();
  for (const { tab } of slots) {
    if (!tab?.isAlive()) continue;
    tab.page.setOnline(true);
    tab.setVisible(true);
  }
  // Somebody is at the browser, or comes back to it.
  const at = Math.max(
    0,
    slots.findIndex(({ tab }) => tab?.isAlive()),
  );
  goLive();
  await world.advance(5000);
  // Each late messenger arrives.
  for (const [i, { late }] of slots.entries()) if (late) open(i);
  slots[at]?.tab?.kill(false);
  open(at).slices.router.openWidget();
  await world.advance(150_000);
  problems.push(...(await judgeSite({ world, people, written, typed, met, slots, open, schedule, supply })));
  return problems;
};
