import type { ReadonlySignal } from '@preact/signals-react';
import type { AgentConversation } from '../../shared/answers/conversations';
import type { ApiFailure } from '../model/apiResult';
import type { AgentApi, Route } from '../services/api';
import type { LiveState } from '../services/live';
import type { Self } from './account/self';
import type { Team } from './account/team';
import type { Announcements } from './alerts/announcements';
import type { Calls } from './alerts/calls';
import type { Telling } from './alerts/telling';
import type { Attending } from './conversations/attending';
import type { Conversations } from './conversations/conversations';
import type { Counts } from './conversations/counts';
import type { Finding } from './conversations/finding';
import type { Listing } from './conversations/listing';
import type { Many } from './conversations/many';
import type { Notes } from './conversations/notes';
import type { Replying } from './conversations/replying';
import type { Routing } from './conversations/routing';
import type { SavedViews } from './conversations/savedViews';
import type { Selecting } from './conversations/selecting';
import type { Tagging } from './conversations/tagging';
import type { Thread } from './conversations/thread';
import type { OwnTyping, VisitorTyping } from './conversations/typing';
import type { Visitors } from './conversations/visitors';
import type { PageParts } from './pages/pageParts';
import type { Pages } from './pages/pages';
import type { Settings } from './settings/settings';
import type { Changing } from './writing/changing';
import type { Drafts } from './writing/drafts';
import type { SavedReplies } from './writing/savedReplies';
import type { Translating } from './writing/translating';
import type { UnsentReplies } from './writing/unsentReplies';

/** The state of one signed-in agent. */
export type Workspace = Replying &
  PageParts & {
    agentName: string;
    /** The team's name. */
    inboxName: string;
    self: Self;
    api: AgentApi;
    /** Handles a failed call: without a session, the inbox shows the sign-in page. */
    fail(failure: ApiFailure | undefined): void;
    /** The origins of the desk's own files. */
    origins: readonly string[];
    conversations: Conversations;
    tell: Telling;
    listing: Listing;
    savedViews: SavedViews;
    counts: Counts;
    selecting: Selecting;
    many: Many;
    routing: Routing;
    tagging: Tagging;
    calls: Calls;
    pages: Pages;
    settings: Settings;
    savedReplies: SavedReplies;
    team: Team;
    /** What colleagues do in the open conversation. */
    attending: Attending;
    notes: Notes;
    drafts: Drafts;
    changing: Changing;
    /** Messages that the desk has not stored yet. */
    unsentReplies: UnsentReplies;
    announcements: Announcements;
    ownTyping: OwnTyping;
    visitorTyping: VisitorTyping;
    connection: ReadonlySignal<LiveState>;
    activeId: ReadonlySignal<string | undefined>;
    active: ReadonlySignal<AgentConversation | undefined>;
    /** Fetches the open conversation if the list does not have it. */
    finding: Finding;
    thread: ReadonlySignal<Thread | undefined>;
    /** Opens a conversation; `undefined` closes the open one. */
    open(id: string | undefined): void;
    /** Opens a conversation, and closes the page that covers it, if any. */
    reveal(id: string): void;
    /** Opens the next or previous conversation of the list; with none open, the first or last. */
    step(by: 1 | -1): void;
    /** Opens the newest unread conversation other than the open one; returns whether it found one. */
    nextUnread(): boolean;
    visitors: Visitors;
    translating: Translating;
    /**
     * Changes the open conversation's routing. After Close and Snooze, the next conversation of the list opens.
     * @param until the end of a snooze, in float seconds
     */
    route(to: Route, agentId?: string, until?: number): Promise<void>;
    /** Takes over the replies that a closed tab left, and sends them. */
    sendLeft(left: Pick<UnsentReplies, 'ids' | 'get'>): void;
    /**
     * Sends the replies that can still be undone at once. Resolves when the desk has answered, or after some seconds.
     * @param leaving whether the page is closing
     */
    sendWaiting(leaving?: boolean): Promise<void>;
    /** Fetches the list and the open conversation again. */
    catchUp(): Promise<void>;
    /** Reconnects at once, because the network is back. */
    reconnect(): void;
    /** Closes the live connection until `reconnect`: without a network, and as the back/forward cache requires. */
    pause(): void;
    dispose(): void;
  };
