import { useState } from 'react';
import { str } from '../../../../src/wire/decode';
import type { AgentMessage } from '../../shared/agentApi';
import { fileName, fileSize, messageText, typeTag } from '../model/describe';
import { linkify, safeMediaUrl } from '../model/links';
import { Icon } from './Icon';

/** Text as it was written, with its line breaks and its links; never as markup. */
export const Text = ({ text }: { text: string }) => (
  <p class="text" dir="auto">
    {linkify(text).map((segment, i) =>
      segment.href ? (
        <a key={i} href={segment.href} target="_blank" rel="noopener noreferrer">
          {segment.text}
        </a>
      ) : (
        segment.text
      ),
    )}
  </p>
);

const FileLink = ({ message, href }: { message: AgentMessage; href: string }) => (
  <a class="file" href={href} target="_blank" rel="noopener noreferrer">
    <Icon name="file" />
    <span class="file-name" dir="auto">
      {fileName(message)}
    </span>
    <span class="meta">{fileSize(message.mediaSize)}</span>
  </a>
);

const Picture = ({ message, href }: { message: AgentMessage; href: string }) => {
  const [broken, setBroken] = useState(false);
  if (broken) return <FileLink message={message} href={href} />;
  return (
    <a class="picture" href={href} target="_blank" rel="noopener noreferrer">
      <img src={href} alt={str(message.altText) ?? 'Image'} loading="lazy" onError={() => setBroken(true)} />
    </a>
  );
};

/** What a message shows, by its type. A type that is not known shows its words and a tag with its name. */
export const MessageBody = ({ message }: { message: AgentMessage }) => {
  const text = messageText(message);
  const media = message.type === 'image' || message.type === 'file';
  const href = media ? safeMediaUrl(message.mediaUrl, location.origin) : undefined;
  if (href) {
    return (
      <>
        {message.type === 'image' ? (
          <Picture message={message} href={href} />
        ) : (
          <FileLink message={message} href={href} />
        )}
        {text && <Text text={text} />}
      </>
    );
  }
  const tag = typeTag(message.type);
  return (
    <>
      {tag && <span class="tag">{tag}</span>}
      {text ? <Text text={text} /> : <p class="text nothing">{media ? 'It cannot be shown.' : 'No text'}</p>}
    </>
  );
};
