import { list, obj, str } from '@porch/messenger/wire/decode';
import { safeHref, wordsOf } from '../../../model/links';

export const Sources = ({ references }: { references: unknown }) => {
  const shown = list(references)
    .map(obj)
    .flatMap(({ uri, title, description }) => {
      const href = safeHref(uri);
      return href ? [{ href, title: str(title) || href, description: str(description) }] : [];
    });
  if (shown.length === 0) return null;
  return (
    <div class="sources">
      <p class="meta">Sources</p>
      <ol>
        {shown.map(({ href, title, description }, i) => (
          <li key={i}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              referrerpolicy="no-referrer"
              title={description}
              dir="auto"
            >
              {wordsOf(title, href)}
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
};
