import { useEffect } from 'react';
import { cutText } from '../../../shared/cutText';
import { Notice } from '../parts/Notice';
import { useDesk } from '../parts/view';

/** The hint for a desk that no visitor has written to, for whom an admin has the first run. */
const NoConversations = () => {
  const { firstRun, pages, self } = useDesk().workspace;
  const isAdmin = self.isAdmin.value;
  useEffect(() => {
    if (isAdmin) void firstRun.refresh();
  }, [firstRun, isAdmin]);
  const action = { label: 'Get started', run: () => pages.show('start') };
  return (
    <Notice
      icon="inbox"
      title="No open conversations"
      action={isAdmin && firstRun.suggested.value ? action : undefined}
    >
      When a visitor writes, the conversation appears here. Open a page with the messenger and say hello to
      try it.
    </Notice>
  );
};

/** The hint for an empty view or a search without results. */
export const Nothing = () => {
  const { listing, team } = useDesk().workspace;
  const query = listing.searched.value;
  if (query) {
    return (
      <Notice
        icon="search"
        title={`Nothing found for “${cutText(query, 60)}”`}
        action={{ label: 'Clear the search', run: () => listing.setQuery('') }}
      >
        Names, email addresses, messages, notes, tags and pages are searched. Try a shorter word.
      </Notice>
    );
  }
  const { tag, agentId, waits } = listing.chosen.value;
  const clear = (label: string) => ({
    label,
    run: () => listing.choose({ tag: '', agentId: '', waits: 0 }),
  });
  if (agentId || waits > 0) {
    const title = agentId ? `Nothing here is with ${team.labelOf(agentId)}` : 'Nobody has waited that long';
    return (
      <Notice icon="inbox" title={title} action={clear('Show all')}>
        What fits the filters appears here.
      </Notice>
    );
  }
  if (tag) {
    return (
      <Notice
        icon="inbox"
        title={`Nothing here has the tag “${cutText(tag, 60)}”`}
        action={clear('Show any tag')}
      >
        Conversations get tags from the page that they began on, and from agents.
      </Notice>
    );
  }
  if (listing.view.value === 'open') return <NoConversations />;
  const [title, text] = {
    unassigned: ['Nobody is waiting for an agent', 'Conversations that no agent has taken appear here.'],
    blocked: ['Nobody is blocked', 'What blocked visitors write appears here, and nowhere else.'],
    mentions: ['No note mentions you', 'A colleague mentions you with @ and your name in a note.'],
    mine: ['Nothing is assigned to you yet', 'Open a conversation and assign it to yourself.'],
    snoozed: ['Nothing is snoozed', 'Snoozed conversations are here until they wake.'],
    closed: ['Nothing is closed', 'Conversations that are closed stay here until the visitor writes again.'],
  }[listing.view.value] as [string, string];
  return (
    <Notice icon="inbox" title={title}>
      {text}
    </Notice>
  );
};
