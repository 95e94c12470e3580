import { obj } from '../../../wire/decode';
import { readTags, TAGS } from '../../../wire/tagRules';
import { readConversationMetadata, readMetadata, wrong } from '../arguments';
import type { Command, CreateCommands } from '../command';
import { keepMetadata, type Metadata, type MetadataDeps } from './keepMetadata';
import { createVisitorUpdates, type VisitorNeeds } from './updateVisitor';

export type MetadataNeeds = MetadataDeps & VisitorNeeds;

/** A copy, as the page may change its list while the rules are on their way. */
const copied = (fields: unknown): unknown =>
  Array.isArray(fields)
    ? fields.map((field) => {
        const { id, value } = obj(field);
        return { id, value: Array.isArray(value) ? [...value] : value };
      })
    : fields;

/** The calls by which a page sets data of its conversations and its visitor. */
export const createCommands: CreateCommands<MetadataNeeds> = ({ deps, actions, misuse, callback }) => {
  const updateVisitor = createVisitorUpdates(deps);
  let metadata: Metadata | undefined;
  const kept = () => (metadata ??= keepMetadata(deps, actions));

  /**
   * Reports what is left out of a value.
   * @param some whether something is left
   * @throws Refusal if not
   */
  const report = (name: string, problems: string[], some: unknown) => {
    const refused = some ? undefined : problems.pop();
    for (const problem of problems) misuse(`${name}: ${problem}`);
    if (refused) throw wrong(refused);
  };
  /** A setter that takes metadata as it is. */
  const setMetadata =
    (name: string, about: 'conversation' | 'user'): Command =>
    async (given, done) => {
      const answer = callback(name, done);
      const take = kept().begin();
      const read = about === 'conversation' ? readConversationMetadata : readMetadata;
      await take(about, read(given ?? null) ?? {});
      answer?.(null);
    };

  return {
    'messenger:set.conversationFields': async (fields, done) => {
      const answer = callback('conversationFields', done);
      const { begin, read } = kept();
      const take = begin();
      const { metadata, problems } = await read(copied(fields));
      const reasons = problems.map(({ id, message }) => (id && `field ${id}: `) + message);
      report('conversationFields', reasons, Object.keys(metadata)[0]);
      await take('conversation', metadata);
      answer?.(null);
    },
    'messenger:set.conversationTags': async (given, done) => {
      const answer = callback('conversationTags', done);
      const take = kept().begin();
      const { tags, problems } = readTags(given);
      report('conversationTags', problems, tags[0]);
      await take('conversation', { [TAGS]: tags.join() });
      answer?.(null);
    },
    'messenger:set.conversationMetadata': setMetadata('conversationMetadata', 'conversation'),
    'messenger:set.userMetadata': setMetadata('userMetadata', 'user'),
    'messenger.updateUser': async (given, done) => {
      await updateVisitor(readMetadata(obj(given).properties ?? null, 'properties') ?? {});
      callback('updateUser', done)?.(null);
    },
  };
};
