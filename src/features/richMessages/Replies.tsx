import { useHome } from '../../conversation/context';
import { useRich } from '../../messageKinds/shared/context';
import { httpUrl } from '../../messageKinds/shared/urls';
import type { Message } from '../../model/message';
import { useCss } from '../../ui/theme/css';
import type { Action } from '../../wire/rich';

const style = `
  display:flex;flex-wrap:wrap;gap:8px;margin-top:8px;margin-bottom:4px;
  & > button{
    display:flex;align-items:center;gap:6px;min-height:36px;padding:6px 16px;border-radius:var(--bubble);border:1px solid var(--accent);
    color:var(--secondary,var(--ink));font-size:min(.9375rem,1em);line-height:1.25rem;font-weight:600;text-align:start;
    overflow-wrap:anywhere;transition:background-color .15s;
  }
  & > button:hover{background:var(--hover);}
  & img{flex:none;width:20px;height:20px;object-fit:contain;border-radius:2px;}
  @media (pointer:coarse){& > button{min-height:44px;border-radius:calc(var(--bubble)*1.25);}}
`;

/** Quick replies: a press sends one as the visitor's message. They disappear once a message follows. */
export const Replies = ({ message, actions }: { message: Message; actions: readonly Action[] }) => {
  const { state } = useHome();
  const css = useCss();
  const rich = useRich();
  const replies = actions.filter((a) => a.type === 'reply');
  if (replies.length === 0) return null;
  if (state.last.value?.key !== message.key) return null;
  return (
    <div className={css(style)}>
      {replies.map(({ text, payload, metadata, iconUrl }, i) => {
        const icon = httpUrl(iconUrl);
        return (
          <button key={i} type="button" onClick={() => rich.reply({ text, payload, metadata })}>
            {icon && <img src={icon} alt="" width="20" height="20" referrerpolicy="no-referrer" />}
            <bdi>{text}</bdi>
          </button>
        );
      })}
    </div>
  );
};
