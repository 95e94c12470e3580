import { useCss } from '../../ui/theme/css';
import { hidden } from '../../ui/theme/tokens';
import { useHome } from '../context';

const style = `
  outline:1px solid #0000;margin-top:8px;align-self:flex-start;display:flex;gap:4px;padding:16px 14px;border-radius:var(--bubble);background:var(--business);color:var(--onBusiness);
  & i{width:6px;height:6px;border:3px solid;border-radius:50%;animation:porch-typing 1.2s infinite;}
  & i:nth-child(2){animation-delay:.15s;}
  & i:nth-child(3){animation-delay:.3s;}
  @keyframes porch-typing{0%,60%,100%{opacity:.35;}30%{opacity:1;}}
`;

/** The text that says who is typing. */
export const TypingWords = () => {
  const { state } = useHome();
  const name = state.typingUser.value?.name;
  const words = state.words.value;
  return <>{name ? words.t('typing_named', { name }) : words.t('typing')}</>;
};

/**
 * The typing indicator, the last row while an agent types. The announcer reads its text out, because screen
 * readers ignore a live region that appears together with its text.
 */
export const TypingRow = () => {
  const css = useCss();
  return (
    <li className={css(style)}>
      <i />
      <i />
      <i />
      <span className={css(hidden)}>
        <TypingWords />
      </span>
    </li>
  );
};
