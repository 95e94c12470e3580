import { obj } from '../../../wire/decode';
import { readTags, TAGS } from '../../../wire/tagRules';
import { readMetadata, wrong } from '../arguments';
import type { CallDeps } from '../callDeps';
import type { LazyCall, LazyCommand } from '../lazyCommand';
import { keepMetadata, type Metadata } from './keepMetadata';
import { updateVisitor } from './updateVisitor';

/** What each messenger's page has said. */
const kept = new WeakMap<CallDeps, Metadata>();

const metadataOf = ({ deps, actions }: LazyCall): Metadata => {
  const known = kept.get(deps) ?? keepMetadata(deps, actions);
  kept.set(deps, known);
  return known;
};

/** A copy, as the page may change its list while the rules are on their way. */
const copied = (fields: unknown): unknown =>
  Array.isArray(fields)
    ? fields.map((field) => {
        const { id, value } = obj(field);
        return { id, value: Array.isArray(value) ? [...value] : value };
      })
    : fields;

const conversationFields: LazyCommand = async (call, fields, done) => {
  const tell = call.callback('conversationFields', done);
  const { begin, read } = metadataOf(call);
  const take = begin();
  const { metadata, problems } = await read(copied(fields));
  for (const { id, message } of problems)
    call.misuse(`conversationFields: ${id && `field ${id}: `}${message}`);
  await take('conversation', metadata);
  tell?.();
};

const conversationTags: LazyCommand = async (call, given, done) => {
  const tell = call.callback('conversationTags', done);
  const take = metadataOf(call).begin();
  const { tags, problems } = readTags(given);
  for (const problem of problems) call.misuse(`conversationTags: ${problem}`);
  if (Array.isArray(given)) await take('conversation', { [TAGS]: tags.join() });
  tell?.();
};

/** A setter that takes metadata as it is. */
const setMetadata =
  (name: string, about: 'conversation' | 'user'): LazyCommand =>
  async (call, given, done) => {
    const tell = call.callback(name, done);
    const take = metadataOf(call).begin();
    if (given === undefined) throw wrong('metadata must be an object.');
    await take(about, readMetadata(given) ?? {});
    tell?.();
  };

const updateUser: LazyCommand = async ({ deps, callback }, given, done) => {
  const properties = readMetadata(obj(given).properties, 'properties');
  if (!properties) throw wrong('properties must be an object.');
  await updateVisitor(deps, properties);
  callback('updateUser', done)?.(null);
};

/** The calls by which a page says something of its conversations and its visitor. */
export const METADATA: Record<string, LazyCommand> = {
  'messenger:set.conversationFields': conversationFields,
  'messenger:set.conversationTags': conversationTags,
  'messenger:set.conversationMetadata': setMetadata('conversationMetadata', 'conversation'),
  'messenger:set.userMetadata': setMetadata('userMetadata', 'user'),
  'messenger.updateUser': updateUser,
};
