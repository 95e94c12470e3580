import { type Json, listOf, num, obj, oneOf, str } from '@porch/messenger/wire/decode';
import { shownLabel, shownText } from '@porch/messenger/wire/shown';
import type {
  AgentMergeAnswer,
  AgentMergedVisitor,
  AgentMergeSide,
  AgentPeopleAnswer,
  AgentPerson,
  AgentPersonAnswer,
  AgentReach,
  AgentVisitorChange,
  AgentVisitorNote,
} from '../../shared/answers/people';
import { CORRECTED } from '../../shared/lists';
import { decodeNameFrom, decodeVisitor } from './decodeVisitor';
import { listIn } from './listIn';

const partOf = ({ appUserId, displayName }: Json): AgentPerson['partOf'] => {
  const id = str(appUserId);
  return id ? { appUserId: id, displayName: shownLabel(displayName) || 'Visitor' } : undefined;
};

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
    partOf: partOf(obj(raw.partOf)),
  };
};

/** Throws if there is no list. */
export const decodePeople = (value: unknown): AgentPeopleAnswer => ({
  people: listOf(listIn(value, 'people'), personOf),
  next: str(obj(value).next),
});

const mergedOf = (value: unknown): AgentMergedVisitor | undefined => {
  const { at, by, ...raw } = obj(value);
  const person = personOf(raw.person);
  return person && { person, at: num(at), by: shownLabel(by) };
};

const sideOf = (value: unknown): AgentMergeSide => {
  const { merged, browsers, conversations, notes, ...raw } = obj(value);
  const person = personOf(raw.person);
  if (!person) throw new Error('The answer has no visitor');
  return {
    person,
    merged: num(merged) ?? 0,
    browsers: num(browsers) ?? 0,
    conversations: num(conversations) ?? 0,
    notes: num(notes) ?? 0,
  };
};

/** Throws if there are not two visitors. */
export const decodeMerge = (value: unknown): AgentMergeAnswer => {
  const { kept, other, refused } = obj(value);
  return { kept: sideOf(kept), other: sideOf(other), refused: shownText(refused) };
};

const changeOf = (value: unknown): AgentVisitorChange | undefined => {
  const { _id, at, by, from, to, ...raw } = obj(value);
  const id = str(_id);
  const field = oneOf(raw.field, [...CORRECTED, 'merged', 'separated'] as const);
  if (!id || !field) return undefined;
  const values = { from: shownLabel(from), to: shownLabel(to) };
  return { _id: id, at: num(at) ?? 0, by: shownLabel(by) ?? '', field, ...values };
};

const reachOf = (raw: Json): AgentReach => {
  const { address, verified, after } = obj(raw.email);
  const to = shownLabel(address);
  return {
    browsers: num(raw.browsers) ?? 0,
    channels: num(raw.channels) ?? 0,
    atLogin: raw.atLogin === true,
    email: to ? { address: to, verified: verified === true, after: num(after) ?? 0 } : undefined,
  };
};

/** Throws if there is no visitor. */
export const decodePerson = (value: unknown): AgentPersonAnswer => {
  const person = personOf(obj(value).person);
  if (!person) throw new Error('The answer has no visitor');
  const { changes, reach, merged, sameAddress } = obj(value);
  return {
    person,
    changes: listOf(changes, changeOf),
    reach: reachOf(obj(reach)),
    merged: listOf(merged, mergedOf),
    sameAddress: num(sameAddress) ?? 0,
  };
};

const noteOf = (value: unknown): AgentVisitorNote | undefined => {
  const raw = obj(value);
  const _id = str(raw._id);
  const text = shownText(raw.text);
  if (!_id || !text) return undefined;
  const { id, name } = obj(raw.author);
  const author = { id: str(id), name: shownLabel(name) ?? '' };
  return { _id, createdAt: num(raw.createdAt) ?? 0, editedAt: num(raw.editedAt), text, author };
};

/** Throws if there is no list. */
export const decodeVisitorNotes = (value: unknown): AgentVisitorNote[] =>
  listOf(listIn(value, 'notes'), noteOf);
