import { decodeFieldRules } from '@porch/messenger/wire/customFields';
import { checkCustomFields, TICKET_FIELD } from '@porch/messenger/wire/fieldRules';
import { readTags, TAGS } from '@porch/messenger/wire/tagRules';
import { DeskError } from '../../model/deskError';
import type { Conversation, Json } from '../../model/entities';
import type { Settings } from '../settings/settings';

/** The most tags of a conversation, by the page and by agents. */
const MOST_TAGS = 50;

const refused = (name: string, words: string) => new DeskError('bad_request', `metadata.${name}: ${words}`);

/** The tags that a page has put into the metadata. */
const tagsOf = (metadata: Json | undefined): string[] => {
  const text = metadata?.[TAGS];
  return typeof text === 'string' ? text.split(',').filter((tag) => tag !== '') : [];
};

/**
 * Checks the ticket fields and the tags of metadata by the desk's rules.
 * @throws bad_request with the first problem
 */
export const checkTicketMetadata = ({ customTicketFields }: Settings, metadata: Json | undefined): void => {
  if (!metadata) return;
  const rules = decodeFieldRules(customTicketFields) ?? [];
  for (const [name, value] of Object.entries(metadata)) {
    if (!name.startsWith(TICKET_FIELD)) continue;
    const id = name.slice(TICKET_FIELD.length);
    const [problem] = checkCustomFields([{ id, value }], rules).problems;
    if (problem) throw refused(name, problem.message);
  }
  if (!Object.hasOwn(metadata, TAGS)) return;
  if (typeof metadata[TAGS] !== 'string') throw refused(TAGS, 'Expected tags that are joined by commas.');
  const given = tagsOf(metadata);
  const { tags, problems } = readTags(given);
  if (problems[0]) throw refused(TAGS, problems[0]);
  if (tags.join() !== given.join())
    throw refused(TAGS, 'Expected tags without spaces and capitals, each once.');
};

/** The tags of a new conversation. */
export const firstTags = (metadata: Json | undefined): string[] => tagsOf(metadata);

/**
 * The tags after the page has changed the metadata. Applies the page's additions and removals. Keeps the tags
 * that agents added, and leaves out those that agents removed until the page changes its own.
 */
export const tagsAfter = ({ tags, metadata }: Conversation, change: Json | undefined): string[] => {
  if (!change || !Object.hasOwn(change, TAGS)) return tags;
  const before = tagsOf(metadata);
  const after = tagsOf(change);
  const kept = tags.filter((tag) => after.includes(tag) || !before.includes(tag));
  const added = after.filter((tag) => !before.includes(tag));
  return [...new Set([...kept, ...added])].slice(0, MOST_TAGS);
};

/**
 * The tags after an agent has added or removed one.
 * @throws bad_request for an invalid tag, or one tag too many
 */
export const tagsBy = (tags: string[], { add, remove }: { add?: string; remove?: string }): string[] => {
  const kept = tags.filter((tag) => tag !== remove);
  if (add === undefined) return kept;
  const [tag] = readTags([add.trim()]).tags;
  if (tag === undefined) throw new DeskError('bad_request', readTags([add.trim()]).problems[0] ?? '');
  if (kept.includes(tag)) return kept;
  if (kept.length >= MOST_TAGS)
    throw new DeskError('bad_request', `A conversation may have at most ${MOST_TAGS} tags`);
  return [...kept, tag];
};
