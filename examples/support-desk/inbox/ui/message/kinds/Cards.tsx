import { list, obj, str } from '@porch/messenger/wire/decode';
import { useState } from 'react';
import type { AgentMessage } from '../../../../shared/answers/messages';
import { safeMediaUrl } from '../../../model/links';
import { Asked } from './Asked';
import { Buttons } from './Buttons';
import { Drawn } from './Drawn';

const Thumbnail = ({ item, message }: { item: Record<string, unknown>; message: AgentMessage }) => {
  const [unfit, setUnfit] = useState<'broken' | 'huge' | undefined>(undefined);
  const src = safeMediaUrl(item.mediaUrl, location.origin);
  const alt = str(item.altText) ?? '';
  if (!src || unfit === 'broken') return null;
  if (unfit === 'huge')
    return (
      <a href={src} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">
        {alt || 'Large picture'}
      </a>
    );
  return (
    <Asked message={message} src={src}>
      <Drawn src={src} alt={alt} onHuge={() => setUnfit('huge')} onError={() => setUnfit('broken')} />
    </Asked>
  );
};

/** The items of a carousel or a list, one below the other. */
export const Cards = ({ message }: { message: AgentMessage }) => {
  const items = list(message.items)
    .filter((item) => item !== null && typeof item === 'object')
    .map(obj);
  return (
    <div class="card">
      <p class="card-head">
        <strong>{message.type === 'list' ? 'List' : 'Carousel'}</strong>
        <span class="meta">{items.length === 1 ? '1 item' : `${items.length} items`}</span>
      </p>
      <ul class="items">
        {items.map((item, i) => (
          <li key={i}>
            <Thumbnail item={item} message={message} />
            <div class="item-words">
              <p dir="auto">{str(item.title)}</p>
              {str(item.description) && (
                <p class="meta" dir="auto">
                  {str(item.description)}
                </p>
              )}
              <Buttons actions={item.actions} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
};
