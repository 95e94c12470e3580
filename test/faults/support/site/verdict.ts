import type { Tab } from '../tab';
import type { World } from '../world';
import type { createPeople, Person } from './people';
import type { Written } from './play';
import type { Schedule, Who } from './schedule';

type Site = {
  world: World;
  people: ReturnType<typeof createPeople>;
  written: Written[];
  /** What was not sent. */
  typed: Written[];
  met: { noConsent: boolean; expire: boolean; line: boolean };
  slots: { tab?: Tab | undefined; session: Storage; box?: { shown: () => string } | undefined }[];
  schedule: Schedule;
  open: (at: number) => Tab;
  supply: (who: Who, tab: string, ms: number) => (give: (jwt: unknown) => void) => void;
};

/** The owners of each stored text. */
const ownersOf = async (world: World) => {
  const rows = await world.service.store.inbox({ limit: 1000, empty: true });
  const owners = new Map<string, { id: string; externalId: string | null }[]>();
  for (const { user, conversation } of rows)
    for (const text of (await world.stored(conversation.id)).map(world.textOf))
      owners.set(text, [...(owners.get(text) ?? []), { id: user.id, externalId: user.externalId }]);
  return { owners, users: new Map(rows.map(({ user }) => [user.id, user.externalId])) };
};

const isQuietLine = ({ met }: Pick<Site, 'met'>) => !met.noConsent && !met.expire && !met.line;

/** What waits for a known person's token never goes out as nobody's. */
export const judgeAwaited = async (site: Pick<Site, 'world' | 'written' | 'met'>): Promise<string[]> => {
  const awaited = site.written.filter(({ isAwaited }) => isAwaited);
  if (!awaited[0] || !isQuietLine(site)) return [];
  const { owners } = await ownersOf(site.world);
  return awaited
    .filter(({ text }) => owners.get(text)?.some(({ externalId }) => externalId === null))
    .map(({ text, by }) => `"${text}" of ${by.name} (${by.login}) went out as nobody's`);
};

const judgeStored = ({ world, written, typed, people }: Site): string[] => {
  const problems: string[] = [];
  for (const [key, value] of Object.entries(world.browser.local))
    for (const w of [...written, ...typed]) {
      if (!String(value).includes(w.text) || people.mayRead(w, '')) continue;
      const mayReturn = [w.by, ...w.or].some(({ login, ended }) => login && ended !== 'reset');
      const isKept = key.includes('.outbox.') && mayReturn;
      if (!isKept) problems.push(`"${w.text}" of ${w.by.name}, who has left, is stored in ${key}`);
    }
  return problems;
};

/** What somebody typed last, and did not send, is kept as long as they are here, whoever was at a page in between. */
const judgeDraft = (site: Site): string[] => {
  const { world, typed, slots } = site;
  const draft = typed.at(-1);
  // A form ends with a session that the desk has ended.
  const isKept = draft?.wasStored && draft.text.startsWith('type') && !draft.by.ended && !draft.or[0];
  if (!isKept || !isQuietLine(site)) return [];
  const held = [
    ...Object.values(world.browser.local).map(String),
    ...slots.map(({ box }) => box?.shown() ?? ''),
  ];
  return held.some((text) => text.includes(draft.text))
    ? []
    : [`"${draft.text}" of ${draft.by.name} is gone`];
};

/** Logs everybody in again whose texts are not at the desk. */
const bringBack = async (site: Site, missing: readonly Written[]) => {
  const people = missing.flatMap(({ by, next }) => [by, next ?? by]);
  const whose = new Set(people.flatMap(({ login, ended }) => (login && ended !== 'reset' ? [login] : [])));
  for (const who of whose) {
    for (const { tab } of site.slots) if (tab?.isAlive()) tab.kill(false);
    const tab = site.open(site.schedule.callers.indexOf(true));
    tab.delivery.loginUser(site.supply(who, tab.name, 0));
    await site.world.advance(30_000);
  }
};

export const judgeSite = async (site: Site): Promise<string[]> => {
  const { world, people, written, met } = site;
  const problems = [...judgeStored(site), ...judgeDraft(site)];
  for (const { tab } of site.slots) if (tab?.isAlive()) tab.retry();
  await world.advance(5000);
  const before = await ownersOf(world);
  const visitors = before.users.size;
  const hasToken = site.slots.some(({ tab }) => tab?.isAlive() && tab.slices.user.auth.value?.type === 'jwt');
  const isQuiet = isQuietLine(site);
  const isCounted = isQuiet && !people.isHurried() && (hasToken || people.all.every(({ login }) => !login));
  if (isCounted && visitors > people.all.length)
    problems.push(`${visitors} visitors of ${people.all.length} people`);
  const missing = written.filter(({ text }) => !before.owners.has(text));
  await bringBack(site, missing);
  const { owners } = missing.length ? await ownersOf(world) : before;
  const anonymous = new Map<string, Person>();
  for (const { text, by, or, next, tab, isAwaited, isUntold } of written) {
    const found = owners.get(text) ?? [];
    const isOver = (person: Person) => person.ended === 'reset' || (person.ended && !person.login);
    // Whoever logs out before a page has told who they are takes it along.
    const isUnclaimed = isUntold && by.ended === 'left';
    if (found.length === 0 && !isOver(by) && !isUnclaimed && !or[0] && !met.noConsent)
      problems.push(`lost: "${text}" of ${by.name} in ${tab}`);
    // What was under way as an anonymous visitor, who left, is sent again once the login is back.
    const seen = found.filter(({ externalId }) => externalId !== null || !by.ended || !by.login);
    // Another tab may have sent, as another visitor, what a page without its messenger still has.
    const isLate = tab.startsWith('late');
    if (seen.length > 1 && !met.expire && !met.noConsent && !isLate)
      problems.push(`doubled: "${text}" of ${by.name}`);
    for (const { id, externalId } of found) {
      const fits = (person: Person) => {
        if (externalId) return externalId === person.login || person.perhaps.has(externalId as Who);
        if (isQuiet && isAwaited) return false;
        if (isQuiet && hasToken && person === people.now() && person.login) return false;
        const other = anonymous.get(id);
        if (other && !people.isSame(other, person)) return false;
        anonymous.set(id, person);
        return true;
      };
      if (![by, ...or, ...(next ? [next] : [])].some(fits))
        problems.push(`"${text}" of ${by.name} (${by.login ?? 'anonymous'}) belongs to ${externalId ?? id}`);
    }
  }
  return problems;
};
