import { obj } from '../../../wire/decode';
import { readTags, TAGS } from '../../../wire/tagRules';
import { readConversationMetadata, readMetadata, wrong } from '../arguments';
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

/**
 * Logs what is left out of a value.
 * @param some whether something is left
 * @throws Refusal if not
 */
const tellProblems = ({ misuse }: LazyCall, name: string, problems: string[], some: unknown) => {
  const refused = some ? undefined : problems.pop();
  for (const problem of problems) misuse(`${name}: ${problem}`);
  if (refused) throw wrong(refused);
};

const conversationFields: LazyCommand = async (call, fields, done) => {
  const tell = call.callback('conversationFields', done);
  const { begin, read } = metadataOf(call);
  const take = begin();
  const { metadata, problems } = await read(copied(fields));
  const told = problems.map(({ id, message }) => (id && `field ${id}: `) + message);
  tellProblems(call, 'conversationFields', told, Object.keys(metadata)[0]);
  await take('conversation', metadata);
  tell?.(null);
};

const conversationTags: LazyCommand = async (call, given, done) => {
  const tell = call.callback('conversationTags', done);
  const take = metadataOf(call).begin();
  const { tags, problems } = readTags(given);
  tellProblems(call, 'conversationTags', problems, tags[0]);
  await take('conversation', { [TAGS]: tags.join() });
  tell?.(null);
};

/** A setter that takes metadata as it is. */
const setMetadata =
  (name: string, about: 'conversation' | 'user'): LazyCommand =>
  async (call, given, done) => {
    const tell = call.callback(name, done);
    const take = metadataOf(call).begin();
    const read = about === 'conversation' ? readConversationMetadata : readMetadata;
    await take(about, read(given ?? null) ?? {});
    tell?.(null);
  };

const updateUser: LazyCommand = async ({ deps, callback }, given, done) => {
  await updateVisitor(deps, readMetadata(obj(given).properties ?? null, 'properties') ?? {});
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
