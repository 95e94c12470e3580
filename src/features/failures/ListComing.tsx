import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';
import { StartFailed } from './StartFailed';

// As large as the coming rows, and in their place. Forced colors hide the shapes and show the outline.
const style = `
  &&{flex:none;}height:198px;margin:8px;border-radius:12px;outline:1px solid #0000;animation:porch-coming .8s ease-in-out infinite alternate;
  background:radial-gradient(circle at 32px,var(--line) 20px,#0000 20.5px) 0/64px 66px repeat-y,linear-gradient(#0000 18px,var(--line) 0 30px,#0000 0 38px,var(--line) 0 48px,#0000 0) 64px/50% 66px repeat-y;
  [dir=rtl] &{transform:scaleX(-1);}
  @keyframes porch-coming{to{opacity:.5;}}
`;

/**
 * The shape of three conversations while the list or its first rows load; the failure when its file cannot be loaded.
 */
export const ListComing = () => {
  const { state, actions } = useHome();
  const css = useCss();
  const trying = state.missing.value.get('conversationList');
  return trying === undefined ? (
    <div className={css(style)} aria-hidden="true" data-coming />
  ) : (
    <StartFailed retry={actions.retryFeatures} trying={trying} />
  );
};
