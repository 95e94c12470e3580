import { num, str } from '@porch/messenger/wire/decode';
import { useState } from 'react';
import type { AgentMessage } from '../../../shared/agentApi';
import { fileName, sizeWords } from '../../model/describe';
import { safeMediaUrl } from '../../model/links';
import { Icon } from '../Icon';
import { Asked } from './Asked';

export const FileLink = ({ message, href }: { message: AgentMessage; href: string }) => (
  <a
    class="file"
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    referrerpolicy="no-referrer"
    download={fileName(message)}
  >
    <Icon name="file" />
    <span class="file-name" dir="auto">
      {fileName(message)}
    </span>
    <span class="meta">{sizeWords(message.mediaSize)}</span>
  </a>
);

const Picture = ({ message, href }: { message: AgentMessage; href: string }) => {
  const [broken, setBroken] = useState(false);
  if (broken) return <FileLink message={message} href={href} />;
  return (
    <a class="picture" href={href} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">
      <img
        src={href}
        alt={str(message.altText) ?? 'Image'}
        width={num(message.mediaWidth)}
        height={num(message.mediaHeight)}
        loading="lazy"
        referrerpolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    </a>
  );
};

/** An image, or a file by its name and size. If the address may not be loaded, only text. */
export const Media = ({ message }: { message: AgentMessage }) => {
  const href = safeMediaUrl(message.mediaUrl, location.origin);
  if (href && message.type === 'image') {
    return (
      <Asked message={message} src={href}>
        <Picture message={message} href={href} />
      </Asked>
    );
  }
  if (href) return <FileLink message={message} href={href} />;
  return (
    <span class="file">
      <Icon name="file" />
      <span dir="auto">{fileName(message)}</span>
      <span class="meta">{sizeWords(message.mediaSize) || 'It cannot be shown.'}</span>
    </span>
  );
};
