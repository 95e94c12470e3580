import { num, str } from '@porch/messenger/wire/decode';
import { isHuge } from '@porch/messenger/wire/pictureSize';
import { useState } from 'react';
import type { AgentMessage } from '../../../../shared/answers/messages';
import { fileName, sizeWords } from '../../../model/describe';
import { foreignHost, safeMediaUrl } from '../../../model/links';
import { Icon } from '../../parts/Icon';
import { useDesk } from '../../parts/view';
import { Asked } from './Asked';
import { Drawn } from './Drawn';

const FileLink = ({ message, href }: { message: AgentMessage; href: string }) => (
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
  const { workspace } = useDesk();
  const [width, height] = [num(message.mediaWidth), num(message.mediaHeight)];
  const [isFile, setFile] = useState(isHuge(width, height));
  if (isFile) return <FileLink message={message} href={href} />;
  return (
    <a class="picture" href={href} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">
      <Drawn
        src={href}
        alt={str(message.altText) ?? 'Image'}
        width={width}
        height={height}
        isKnown={width !== undefined && foreignHost(href, workspace.origins) === undefined}
        onHuge={() => setFile(true)}
        onError={() => setFile(true)}
      />
    </a>
  );
};

/** An image, or a file by its name and size. Only text if the address may not be loaded. */
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
