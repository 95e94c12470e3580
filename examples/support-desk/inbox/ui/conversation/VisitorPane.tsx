import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'react';
import type { AgentChannel, AgentConversation } from '../../../shared/answers/conversations';
import { channelName } from '../../model/channels';
import { describeBrowser, languageName } from '../../model/describe';
import { safeMediaUrl } from '../../model/links';
import { dayAndTime, isoTime } from '../../model/times';
import { Avatar } from '../parts/Avatar';
import { Icon } from '../parts/Icon';
import { isComposing } from '../parts/isComposing';
import { useFocusTarget } from '../parts/useFocusTarget';
import { useDesk } from '../parts/view';
import { OtherConversations } from './OtherConversations';
import { Tags, TicketFields, valueWords } from './Tags';
import { whyUnproven } from './Unproven';

const Fact = ({ label, children }: { label: string; children?: ComponentChildren }) => (
  <div class="fact">
    <dt>{label}</dt>
    <dd>{children || <span class="unknown">Not known</span>}</dd>
  </div>
);

const Page = ({ url, title }: { url: string | undefined; title: string | undefined }) => {
  if (!url && !title) return null;
  const href = safeMediaUrl(url, 'invalid:');
  const shown = title || url;
  return (
    <>
      {href ? (
        <a href={href} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer" dir="auto">
          {shown}
        </a>
      ) : (
        <span dir="auto">{shown}</span>
      )}
      {title && url && (
        <span class="meta address" dir="ltr">
          {url.replace(/^https?:\/\//, '')}
        </span>
      )}
    </>
  );
};

/** A linked channel, which also receives the answers, with a button that unlinks it. */
const Channel = ({ appUserId, channel }: { appUserId: string; channel: AgentChannel }) => {
  const { workspace } = useDesk();
  const [state, setState] = useState<'linked' | 'pending' | 'failed'>('linked');
  const name = channelName(channel.type) ?? channel.type;
  const unlink = async (): Promise<void> => {
    setState('pending');
    // A live event removes the row.
    if (!(await workspace.visitors.unlink(appUserId, channel.id))) setState('failed');
  };
  return (
    <Fact label={name}>
      {channel.displayName && <span dir="auto">{channel.displayName}. </span>}
      Your answers go there, too.
      <button
        type="button"
        class="button quiet"
        aria-label={`Disconnect ${name}`}
        disabled={state === 'pending'}
        onClick={() => void unlink()}
      >
        Disconnect
      </button>
      {state === 'failed' && <span role="alert">An error occurred removing the channel.</span>}
    </Fact>
  );
};

/** What the page has set for the visitor and the conversation. */
const Properties = ({ properties }: { properties: readonly { name: string; value: unknown }[] }) =>
  properties.length > 0 ? (
    <section class="properties" aria-label="Set by the page">
      <h3>Set by the page</h3>
      <dl>
        {properties.map(({ name, value }) => (
          <div key={name} class="fact">
            <dt dir="auto">{name}</dt>
            <dd class="field-value" dir="auto">
              {valueWords(value)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ) : null;

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
          <Page url={visitor.currentUrl} title={visitor.currentTitle} />
        )}
      </Fact>
      {visitor.referrer && (
        <Fact label="Came from">
          <Page url={visitor.referrer} title={undefined} />
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
          </div>
        </div>
        <Facts conversation={conversation} />
        <OtherConversations key={visitor.appUserId} conversation={conversation} />
        <Properties properties={visitor.properties ?? []} />
        <Tags key={conversation._id} conversation={conversation} />
      </div>
    </section>
  );
};
