import { list, obj, str } from '@porch/messenger/wire/decode';
import { useState } from 'react';
import type { AgentMessage } from '../../../shared/agentApi';
import { safeMediaUrl } from '../../model/links';
import { Asked } from './Asked';
import { Buttons } from './Buttons';

const Thumbnail = ({ item, message }: { item: Record<string, unknown>; message: AgentMessage }) => {
  const [broken, setBroken] = useState(false);
  const src = safeMediaUrl(item.mediaUrl, location.origin);
  if (!src || broken) return null;
  return (
    <Asked message={message} src={src}>
      <img
        src={src}
        alt={str(item.altText) ?? ''}
        loading="lazy"
        referrerpolicy="no-referrer"
        onError={() => setBroken(true)}
      />
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
