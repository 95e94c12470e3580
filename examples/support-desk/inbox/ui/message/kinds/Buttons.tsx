import { list, num, obj, str } from '@porch/messenger/wire/decode';
import { safeHref, wordsOf } from '../../../model/links';

const KINDS: Record<string, string> = {
  link: 'link',
  reply: 'quick reply',
  postback: 'button',
  webview: 'page in the window',
  locationRequest: 'asks for the location',
  buy: 'payment',
};

const price = (action: Record<string, unknown>): string => {
  const amount = num(action.amount);
  const currency = str(action.currency);
  if (amount === undefined || !currency) return '';
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount / 100);
  } catch {
    return `${amount / 100} ${currency}`;
  }
};

/** The buttons that the visitor gets. Here they only show their purpose; only links can be followed. */
export const Buttons = ({ actions }: { actions: unknown }) => {
  const shown = list(actions).map(obj);
  if (shown.length === 0) return null;
  return (
    <ul class="buttons" aria-label="Buttons">
      {shown.map((action, i) => {
        const type = str(action.type) ?? '';
        const text = str(action.text) ?? str(action.title) ?? type;
        const href = safeHref(action.uri);
        const what = [KINDS[type] ?? type, price(action)].filter(Boolean).join(', ');
        return (
          <li key={i}>
            {href ? (
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                referrerpolicy="no-referrer"
                dir="auto"
              >
                {wordsOf(text, href)}
              </a>
            ) : (
              <span dir="auto">{text}</span>
            )}{' '}
            <span class="meta">{what}</span>
          </li>
        );
      })}
    </ul>
  );
};
