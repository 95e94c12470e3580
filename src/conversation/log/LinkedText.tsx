import { splitLinks } from '../../model/links';
import { beginning } from '../../wire/shown';
import type { LinkedTextProps } from '../features';
import { SHOWN } from './plainText';

/** Text with clickable links. */
export const LinkedText = ({ text, most = SHOWN }: LinkedTextProps) => (
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

/** A file of its own, which loads with the first text that has a link. */
export const createLinkedText = () => LinkedText;

export { createLinkedText as create };
