/** What the inbox stores in an agent's browser. `…` is the part that differs between tabs. */
export const STORED_BY_INBOX = [
  { key: 'porch.tabId', why: 'The tab’s id, whose part of the storage is the tab’s.' },
  { key: 'porch.unsent … …', why: 'The tab’s part, which outlives it: all that is written and not sent.' },
  { key: 'porch.agentDrafts', why: 'Drafts of replies and notes. In the tab’s part.' },
  { key: 'porch.agentOutbox', why: 'Replies that are not sent yet. In the tab’s part.' },
  {
    key: 'porch.agentActs',
    why: 'What the next replies do, and what was not done after the last. In the tab’s part.',
  },
  { key: 'porch.agentQuotes', why: 'The messages that drafts quote. In the tab’s part.' },
  { key: 'porch.agentId', why: 'Whose the tab’s part is.' },
  { key: 'porch.agentAway', why: 'Whether the agent is away.' },
  { key: 'porch.agentSound', why: 'Whether messages have a sound.' },
  { key: 'porch.agentTitle', why: 'Whether the title counts messages.' },
  { key: 'porch.agentNotifications', why: 'Whether messages have a notification.' },
  { key: 'porch.agentSingleKeys', why: 'Whether single keys are shortcuts.' },
  { key: 'porch.agentUndo', why: 'Whether a reply can be taken back for a moment.' },
  { key: 'porch.agentAttended', why: 'The newest message with an alert, so that only one tab has it.' },
  {
    key: 'porch.agentSounded',
    why: 'The newest message whose sound was played, so that only one tab plays it.',
  },
  { key: 'porch.agentRang', why: 'When a call last rang, so that only one tab rings.' },
  { key: 'porch.agentNotified', why: 'The call with a notification, so that only one tab has it.' },
];
