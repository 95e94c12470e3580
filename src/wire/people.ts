import { bool, listOf, obj, str, within } from './decode';
import { shownLabel, shownText } from './shown';

/** One of the team, as visitors see them. */
export type Person = { name: string; avatarUrl?: string };

/** The configuration's block `people`. A missing or invalid field is off. */
export type PeopleConfig = {
  /** Whether each group of an agent's messages has a face. */
  faces: boolean;
  /** Whether the header shows who is available and how soon the team usually replies. */
  presence: boolean;
  /** The team's greeting, in a conversation without earlier messages. */
  greeting?: string;
  /** Texts that a new visitor sends with one press. */
  starters: string[];
  team: Person[];
};

const MOST_STARTERS = 5;
const MOST_FACES = 4;
/** Longer texts fill the window; they are left out, because a visitor sends the whole text. */
const LONGEST_STARTER = 100;
const LONGEST_GREETING = 1000;

const decodeStarter = (value: unknown): string | undefined => {
  const text = shownText(value)?.replace(/\s+/g, ' ').trim();
  return text && text.length <= LONGEST_STARTER ? text : undefined;
};

const decodePerson = (value: unknown): Person | undefined => {
  const { name, avatarUrl } = obj(value);
  const shown = shownLabel(name)?.trim();
  return shown ? { name: shown, avatarUrl: str(avatarUrl) } : undefined;
};

/** @param messenger the configuration answer's messenger block */
export const decodePeople = (messenger: unknown): PeopleConfig => {
  const people = obj(obj(messenger).people);
  const greeting = shownText(people.greeting)?.trim();
  return {
    faces: bool(people.faces) ?? false,
    presence: bool(people.presence) ?? false,
    greeting: greeting && greeting.length <= LONGEST_GREETING ? greeting : undefined,
    starters: [...new Set(listOf(people.starters, decodeStarter))].slice(0, MOST_STARTERS),
    team: listOf(people.team, decodePerson).slice(0, MOST_FACES),
  };
};

/** Whether the team is available, as far as the service reports it. */
export type TeamStatus = {
  /** Agents who have the inbox open and are not away. */
  agentsOnline: number;
  /** The usual time until a first answer, in seconds; undefined when unknown. */
  replyTime?: number;
};

const MOST_AGENTS = 1_000_000;
/** More than a month is not a usual time. */
const LONGEST_REPLY = 30 * 86_400;

/** Reads `GET /integrations/{id}/team`; invalid values count as unknown. */
export const decodeTeamStatus = (value: unknown): TeamStatus => {
  const { agentsOnline, replyTime } = obj(obj(value).team);
  const online = within(agentsOnline, 0, MOST_AGENTS);
  return {
    agentsOnline: Number.isInteger(online) ? (online as number) : 0,
    replyTime: within(replyTime, 0, LONGEST_REPLY),
  };
};
