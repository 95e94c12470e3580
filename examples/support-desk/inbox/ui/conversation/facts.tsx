import type { ComponentChildren } from 'preact';
import { useState } from 'react';
import type { AgentChannel } from '../../../shared/answers/conversations';
import { channelName } from '../../model/channels';
import { hasMore, readableAddress, safeMediaUrl } from '../../model/links';
import { useDesk } from '../parts/view';
import { valueWords } from './Tags';

type Properties = readonly { name: string; value: unknown }[];

export const Fact = ({ label, children }: { label: string; children?: ComponentChildren }) => (
  <div class="fact">
    <dt>{label}</dt>
    <dd>{children || <span class="unknown">Not known</span>}</dd>
  </div>
);

/** A visited page: its title, and its address without the query. */
export const PageFact = ({ url, title }: { url: string | undefined; title: string | undefined }) => {
  if (!url && !title) return null;
  const href = safeMediaUrl(url, 'invalid:');
  const shown = title || (url && readableAddress(url));
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
          {readableAddress(url)}
        </span>
      )}
      {url && hasMore(url) && (
        <details class="meta">
          <summary>Whole address</summary>
          <span class="address" dir="ltr">
            {url}
          </span>
        </details>
      )}
    </>
  );
};

/** A linked channel, which also receives the answers, with a button that unlinks it. */
export const Channel = ({ appUserId, channel }: { appUserId: string; channel: AgentChannel }) => {
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

/** Without a name and a phone number that are shown as the visitor's anyway. */
export const othersThan = (
  shown: Record<string, string | undefined>,
  properties: Properties = [],
): Properties => properties.filter(({ name, value }) => value === undefined || shown[name] !== value);

/** What the page has set for the visitor and the conversation. */
export const Properties = ({
  properties,
  title = 'Set by the page',
}: {
  properties: Properties;
  title?: string;
}) =>
  properties.length > 0 ? (
    <section class="properties" aria-label={title}>
      <h3>{title}</h3>
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
