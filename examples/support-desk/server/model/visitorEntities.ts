import type { CORRECTED } from '../../shared/lists';

/** A secret that signs visitors' JWTs; `id` is the `kid` in their header. */
export type SigningKey = { id: string; name: string; secret: string; createdAt: number };

/** How much the desk stores about one visitor. */
export type VisitorAmounts = { conversations: number; messages: number; files: number; bytes: number };

/** A visitor's request to continue in another channel. */
export type LinkRequest = {
  /** The code that the visitor sends in that channel. */
  code: string;
  userId: string;
  integrationId: string;
  status: 'open' | 'matched' | 'linked' | 'cancelled' | 'failed';
  createdAt: number;
  expiresAt: number;
  /** A link: the visitor's account in the channel, the linked conversation, and the time. */
  clientId: string | null;
  conversationId: string | null;
  linkedAt: number | null;
};

/** What agents can correct of a visitor. */
export type CorrectedField = (typeof CORRECTED)[number];

/** A value that an agent has typed. */
export type Correction = {
  value: string;
  /** What the login, the page or the visitor stated then, if anything. */
  was?: string;
  /** The name of the agent or program. */
  by: string;
  at: number;
};

/** What agents did about a visitor: a correction, a merge or its end, or a note. Visitors do not get it. */
export type VisitorEntry = {
  id: string;
  userId: string;
  kind: 'correction' | 'merge' | 'note';
  createdAt: number;
  body: Record<string, unknown>;
};
