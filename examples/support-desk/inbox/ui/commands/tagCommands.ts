import type { AgentConversation } from '../../../shared/answers/conversations';
import type { Desk } from '../parts/view';
import { after, type Command, type Owner } from './command';
import { shownConversation } from './conversationCommands';
import { toList } from './listCommands';

const ADD = 'Add the tag ';
const REMOVE = 'Remove the tag ';
const SHOW = 'Show the tag ';

/** Adds known tags and the typed one to a conversation, and removes its tags. */
const changes = ({ workspace }: Desk, { _id, tags }: AgentConversation, typed: string): Command[] => {
  if (!typed) return [{ id: 'addTag', group: 'Conversation', label: 'Add a tag…', fills: ADD }];
  const { tagging, listing } = workspace;
  const added = new Set([...listing.tags.value, after(ADD, typed) ?? '']);
  for (const tag of ['', ...tags]) added.delete(tag);
  return [
    ...[...added].map(
      (tag): Command => ({
        id: `add ${tag}`,
        group: 'Conversation',
        label: ADD + tag,
        run: () => void tagging.change(_id, { add: tag }),
      }),
    ),
    ...tags.map(
      (tag): Command => ({
        id: `remove ${tag}`,
        group: 'Conversation',
        label: REMOVE + tag,
        run: () => void tagging.change(_id, { remove: tag }),
      }),
    ),
  ];
};

/** Shows the conversations with a tag, or with any. */
const filters = (desk: Desk, typed: string): Command[] => {
  const { listing } = desk.workspace;
  const show = (tag: string, label: string): Command => ({
    id: `tag ${tag}`,
    group: 'List',
    label,
    run: () => {
      toList(desk);
      listing.choose({ tag });
    },
  });
  const any = listing.tag.value ? [show('', 'Show any tag')] : [];
  return typed ? [...any, ...listing.tags.value.map((tag) => show(tag, SHOW + tag))] : any;
};

/** Tags of the open conversation, and the conversations with a tag. */
export const tagCommands: Owner = (desk, typed) => {
  const conversation = shownConversation(desk);
  return [...(conversation ? changes(desk, conversation, typed) : []), ...filters(desk, typed)];
};
