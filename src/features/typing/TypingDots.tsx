import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';
import { hidden } from '../../ui/theme/tokens';

const style = `
  outline:1px solid #0000;margin-top:8px;margin-inline-start:var(--beside,0px);width:max-content;display:flex;gap:4px;padding:16px 14px;border-radius:var(--bubble);background:var(--business);color:var(--onBusiness);
  animation:porch-typing-rise .2s ease-out;
  & i{width:6px;height:6px;border:3px solid;border-radius:50%;animation:porch-typing 1.2s infinite;}
  & i:nth-child(2){animation-delay:.15s;}
  & i:nth-child(3){animation-delay:.3s;}
  @keyframes porch-typing-rise{from{opacity:0;transform:translateY(8px);}}
  @keyframes porch-typing{0%,60%,100%{opacity:.35;}30%{opacity:1;}}
`;

/**
 * Shows that an agent types, in the last row of the log. The announcer reads the text out, because screen readers
 * ignore a live region that appears together with its text.
 * @param spoken whether to draw the text alone, for the announcer
 */
export const TypingDots = ({ spoken }: { spoken?: boolean }) => {
  const { state } = useHome();
  const css = useCss();
  const name = state.typingUser.value?.name;
  const words = state.words.value;
  const text = name ? words.t('typing_named', { name }) : words.t('typing');
  if (spoken) return text;
  return (
    <div className={css(style)}>
      <i />
      <i />
      <i />
      <span className={css(hidden)}>{text}</span>
    </div>
  );
};
