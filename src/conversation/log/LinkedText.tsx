import { splitLinks } from '../../model/links';
import { MAX_TEXT } from '../../wire/message';
import { beginning } from '../../wire/shown';
import type { LinkedTextProps } from '../features';

export const LinkedText = ({ text, most = MAX_TEXT }: LinkedTextProps) => (
  <>
    {splitLinks(beginning(text, most)).map((part, i) =>
      part.href ? (
        <a key={i} href={part.href} target="_blank" rel="noopener noreferrer">
          {part.text}
          {part.host && <bdi>{` (${part.host})`}</bdi>}
        </a>
      ) : (
        part.text
      ),
    )}
  </>
);

/** Loads with the first text that has a link. */
const createLinkedText = () => LinkedText;

export { createLinkedText as create };
