import { linkify } from '../model/links';

/** Plain text with its line breaks and links. It is never rendered as markup. */
export const Text = ({ text }: { text: string }) => (
  <p class="text" dir="auto">
    {linkify(text).map((segment, i) =>
      segment.href ? (
        <a key={i} href={segment.href} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">
          {segment.text}
        </a>
      ) : (
        segment.text
      ),
    )}
  </p>
);
