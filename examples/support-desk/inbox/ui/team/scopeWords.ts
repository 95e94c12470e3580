import type { Scope } from '../../../shared/lists';

/** The name of a scope and what it allows. */
export const SCOPE_WORDS: Record<Scope, { name: string; may: string }> = {
  conversations: { name: 'Conversations', may: 'Read, answer, route and tag them; saved replies.' },
  visitors: { name: 'Visitors', may: 'Export and delete their data; end their sessions and channels.' },
  settings: { name: 'Settings', may: 'Change the settings, signing keys and links in emails.' },
  insights: { name: 'Insights', may: 'Read the figures.' },
  integrations: {
    name: 'Bots and bridges',
    may: 'The Sunshine Conversations API: read, answer and delete conversations and visitors; webhooks.',
  },
};
