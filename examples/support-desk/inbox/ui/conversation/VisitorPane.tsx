import { useRef } from 'react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import { describeBrowser, languageName } from '../../model/describe';
import { dayAndTime, isoTime } from '../../model/times';
import { Avatar } from '../parts/Avatar';
import { Icon } from '../parts/Icon';
import { isComposing } from '../parts/isComposing';
import { PersonLink } from '../parts/PersonLink';
import { useFocusTarget } from '../parts/useFocusTarget';
import { useDesk } from '../parts/view';
import { CorrectionNote } from './CorrectionNote';
import { Channel, Fact, othersThan, PageFact, Properties } from './facts';
import { OtherConversations } from './OtherConversations';
import { Tags, TicketFields } from './Tags';
import { whyUnproven } from './Unproven';
import { VisitorNotes } from './VisitorNotes';

const Facts = ({ conversation }: { conversation: AgentConversation }) => {
  const { inbox, workspace } = useDesk();
  const { visitor, createdAt, rating } = conversation;
  const now = inbox.now.value;
  const theirs = workspace.conversations.items.value.filter(
    (c) => c._id === conversation._id || (visitor.appUserId && c.visitor.appUserId === visitor.appUserId),
  );
  const firstSeen = Math.min(...theirs.map((c) => c.createdAt));
  return (
    <dl>
      <Fact label="Page">
        {(visitor.currentUrl || visitor.currentTitle) && (
          <PageFact url={visitor.currentUrl} title={visitor.currentTitle} />
        )}
      </Fact>
      {visitor.referrer && (
        <Fact label="Came from">
          <PageFact url={visitor.referrer} title={undefined} />
        </Fact>
      )}
      {rating && (
        <Fact label="Rating">
          {rating.score === 'good' ? 'Good' : 'Bad'}
          {rating.comment && <bdi class="meta">{rating.comment}</bdi>}
        </Fact>
      )}
      {visitor.email && (
        <Fact label="Email">
          <a href={`mailto:${encodeURIComponent(visitor.email)}`}>{visitor.email}</a>
          {!visitor.emailVerified && <span class="meta">Not verified</span>}
          <CorrectionNote visitor={visitor} field="email" />
        </Fact>
      )}
      {(visitor.channels ?? []).map((channel) => (
        <Channel key={channel.id} appUserId={visitor.appUserId} channel={channel} />
      ))}
      {visitor.externalId && <Fact label="Signed in as">{visitor.externalId}</Fact>}
      <Fact label="Language">{languageName(visitor.locale)}</Fact>
      <Fact label="Browser">{describeBrowser(visitor.userAgent)}</Fact>
      <Fact label="Conversation since">
        <time dateTime={isoTime(createdAt)}>{dayAndTime(createdAt, now)}</time>
      </Fact>
      <Fact label="First seen">
        <time dateTime={isoTime(firstSeen)}>{dayAndTime(firstSeen, now)}</time>
      </Fact>
      <TicketFields conversation={conversation} />
    </dl>
  );
};

/** That this conversation is of a browser whose visitor an agent merged. */
const MergedNote = ({ merged }: { merged: NonNullable<AgentConversation['visitor']['merged']> }) => (
  <p class="meta">
    Merged by an agent: here they are <bdi>{merged.displayName}</bdi>, and not signed in. They read only the
    conversations of this browser.
  </p>
);

/** Details of the open conversation's visitor. */
export const VisitorPane = () => {
  const { workspace, view } = useDesk();
  const close = useRef<HTMLButtonElement>(null);
  useFocusTarget('details', close);
  const conversation = workspace.active.value;
  if (!conversation) return null;
  const { visitor, displayName, nameFrom } = conversation;
  return (
    <section
      class={`pane visitor-pane${view.detailsOpen.value ? ' shown' : ''}`}
      aria-label="Visitor details"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !view.detailsOpen.peek() || isComposing(event)) return;
        event.preventDefault();
        view.toggleDetails();
      }}
    >
      <header class="pane-header">
        <h2>Visitor</h2>
        <button
          ref={close}
          type="button"
          class="icon-button details-close"
          aria-label="Close details"
          onClick={() => view.toggleDetails()}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="visitor-body">
        <div class="visitor-name">
          <Avatar name={displayName} id={visitor.appUserId || conversation._id} large />
          <div>
            <p dir="auto">{displayName}</p>
            {visitor.blocked && <p class="blocked-mark">Blocked: nothing of theirs alerts the team</p>}
            <p class="meta">{whyUnproven(nameFrom) ?? 'This name comes from a login.'}</p>
            <CorrectionNote visitor={visitor} field="name" />
            {visitor.merged && <MergedNote merged={visitor.merged} />}
            {visitor.appUserId && (
              <PersonLink appUserId={visitor.appUserId}>All about this visitor</PersonLink>
            )}
          </div>
        </div>
        {visitor.appUserId && (
          <VisitorNotes key={`notes ${visitor.appUserId}`} appUserId={visitor.appUserId} />
        )}
        <Facts conversation={conversation} />
        <OtherConversations
          key={visitor.appUserId}
          title="Other conversations"
          appUserId={visitor.appUserId}
          except={conversation._id}
        />
        <Properties properties={othersThan({ name: displayName }, visitor.properties)} />
        <Tags key={conversation._id} conversation={conversation} />
      </div>
    </section>
  );
};
