import { after, type Command, type Owner } from './command';
import { shownConversation } from './conversationCommands';
import { toList } from './listCommands';

const ADD = 'Add the tag ';
const REMOVE = 'Remove the tag ';
const SHOW = 'Show the tag ';

/** Tags of the open conversation, and the conversations with a tag. */
export const tagCommands: Owner = (desk, typed) => {
  const { tagging, listing } = desk.workspace;
  const conversation = shownConversation(desk);
  const known = listing.tags.value;
  const own = conversation?.tags ?? [];
  const commands: Command[] = [];
  if (conversation && !typed)
    commands.push({ id: 'addTag', group: 'Conversation', label: 'Add a tag…', fills: ADD });
  if (listing.tag.value)
    commands.push({
      id: 'anyTag',
      group: 'List',
      label: 'Show any tag',
      run: () => {
        toList(desk);
        listing.setTag('');
      },
    });
  if (!typed) return commands;
  if (conversation) {
    const change = (what: { add: string } | { remove: string }) => () =>
      void tagging.change(conversation._id, what);
    const made = after(ADD, typed);
    const others = known.filter((tag) => !own.includes(tag));
    const added = made && !known.includes(made) && !own.includes(made) ? [...others, made] : others;
    for (const tag of added)
      commands.push({ id: `add ${tag}`, group: 'Conversation', label: ADD + tag, run: change({ add: tag }) });
    for (const tag of own)
      commands.push({
        id: `remove ${tag}`,
        group: 'Conversation',
        label: REMOVE + tag,
        run: change({ remove: tag }),
      });
  }
  for (const tag of known)
    commands.push({
      id: `tag ${tag}`,
      group: 'List',
      label: SHOW + tag,
      run: () => {
        toList(desk);
        listing.setTag(tag);
      },
    });
  return commands;
};
