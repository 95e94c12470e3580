import { listOf, num, obj, str } from '@porch/messenger/wire/decode';
import { shownLabel } from '@porch/messenger/wire/shown';
import type { AgentPeopleAnswer, AgentPerson } from '../../shared/answers/people';
import { decodeNameFrom, decodeVisitor } from './decode';
import { listIn } from './listIn';

/** Decodes a visitor; undefined without an id. */
const personOf = (value: unknown): AgentPerson | undefined => {
  const raw = obj(value);
  const visitor = decodeVisitor(obj(raw.visitor));
  if (visitor.appUserId === '') return undefined;
  return {
    displayName: shownLabel(raw.displayName)?.trim() || 'Visitor',
    nameFrom: decodeNameFrom(raw.nameFrom),
    phone: shownLabel(raw.phone),
    createdAt: num(raw.createdAt) ?? 0,
    lastSeen: num(raw.lastSeen),
    devices: num(raw.devices) ?? 0,
    visitor,
  };
};

/** Throws if there is no list. */
export const decodePeople = (value: unknown): AgentPeopleAnswer => ({
  people: listOf(listIn(value, 'people'), personOf),
  next: str(obj(value).next),
});

/** Throws if there is no visitor. */
export const decodePerson = (value: unknown): AgentPerson => {
  const person = personOf(obj(value).person);
  if (!person) throw new Error('The answer has no visitor');
  return person;
};
