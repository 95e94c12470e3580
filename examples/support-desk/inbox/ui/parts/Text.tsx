import { splitLinks } from '@porch/messenger/model/links';

/** Text with its links. A link shows its host if its label could hide it. */
export const Links = ({ text }: { text: string }) => (
  <>
    {splitLinks(text).map((part, i) =>
      part.href ? (
        <a key={i} href={part.href} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">
          {part.text}
          {part.host && <bdi>{` (${part.host})`}</bdi>}
        </a>
      ) : (
        part.text
      ),
    )}
  </>
);

/** Plain text with its line breaks and links. It is never rendered as markup. */
export const Text = ({ text }: { text: string }) => (
  <p class="text" dir="auto">
    <Links text={text} />
  </p>
);
