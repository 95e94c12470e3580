import { useHome } from '../../conversation/context';
import { shortText } from '../../messageKinds/texts';
import type { Message } from '../../model/message';
import { UNREAD_CEILING } from '../../model/unread';
import type { Conversation } from '../../slices/conversations';
import { Avatar } from '../../ui/primitives/Avatar';
import { useCss } from '../../ui/theme/css';
import { hidden } from '../../ui/theme/tokens';
import { beginning } from '../../wire/shown';

/** How many characters of a message a row holds; it has one line. */
const LONGEST = 200;

const style = `
  & + &{border-top:var(--divider,0);}
  & > p{display:var(--period,none);padding:12px 12px 4px;font-weight:600;}
  & > button{width:100%;display:flex;align-items:center;gap:12px;padding:12px;border-radius:12px;text-align:left;}
  [dir=rtl] & > button{text-align:right;}
  & > button:hover{background:var(--hover);}
  @media (forced-colors:active){& > button{border:0;}& + &{border-top:1px solid;}}
  & div{flex:1;min-width:0;}
  & h2,& p{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;}
  & h2{font-size:1rem;line-height:1.5rem;font-weight:400;}
  & p,& time{font-size:.8125rem;line-height:1.125rem;color:var(--quiet);}
  & button p{display:var(--preview,block);}
  & > button > span:last-of-type{flex:none;align-self:stretch;display:flex;flex-direction:column;align-items:flex-end;}
  & time{display:var(--time,block);line-height:1.5rem;font-variant-numeric:tabular-nums;}
  &[data-unread] :is(h2,button p){font-weight:600;color:var(--ink);}
  & i{outline:1px solid #0000;flex:none;min-width:20px;padding:0 6px;border-radius:10px;font:600 .75rem/1.25rem system-ui,sans-serif;text-align:center;background:var(--notify,var(--action));color:var(--onNotify,var(--onAction));}
`;

/** One conversation: its name, last message, time and unread count. */
export const ConversationRow = ({
  conversation,
  message,
  agent,
  at,
  period,
  onOpen,
}: {
  conversation: Conversation;
  message?: Message;
  /** The team's newest message; its author names and pictures the row, unless the conversation has a name or picture. */
  agent?: Message;
  /** The time of the last change, in milliseconds; 0 when unknown. */
  at: number;
  /** The day or month, for the first conversation in it; shown if the token `period` is set so. */
  period?: string;
  onOpen: (id: string) => void;
}) => {
  const css = useCss();
  const { state } = useHome();
  const words = state.words.value;
  const { displayName, iconUrl, unreadCount } = conversation;
  const own = message?.role === 'appUser';
  const many = unreadCount > UNREAD_CEILING;
  const name = displayName || agent?.name || state.settings.title;
  const said = message && beginning(shortText(message, words) ?? '', LONGEST);
  return (
    <li className={css(style)} data-unread={unreadCount > 0 || undefined}>
      {period && <p>{period}</p>}
      <button type="button" onClick={() => onOpen(conversation._id)}>
        <Avatar name={name} url={iconUrl ?? agent?.avatarUrl ?? state.settings.avatarUrl} size={40} />
        <div>
          <h2 dir="auto">{name}</h2>
          <p dir="auto">
            {said ? (own ? words.t('list.you', { text: said }) : said) : words.t('list.empty')}
          </p>
        </div>
        <span>
          {at > 0 && <time dateTime={new Date(at).toISOString()}>{words.time(at, state.clock.now())}</time>}
          {unreadCount > 0 && (
            <i>
              <span aria-hidden="true">{many ? `${UNREAD_CEILING}+` : unreadCount}</span>
              <span className={css(hidden)}>
                {many ? words.t('unread_many') : words.plural('unread_messages', unreadCount)}
              </span>
            </i>
          )}
        </span>
      </button>
    </li>
  );
};
