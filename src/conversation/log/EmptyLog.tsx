import { useCss } from '../../ui/theme/css';
import { useHome } from '../context';

const style = `
  margin:auto;max-width:280px;text-align:center;word-break:auto-phrase;padding:24px 0;
  & h2{font-size:1.25rem;line-height:1.75rem;font-weight:600;margin-bottom:4px;}
  & p{color:var(--quiet);font-size:.8125rem;line-height:1.125rem;}
`;

/**
 * Shown while there are no messages: an invitation to write. It promises nothing where the browser keeps nothing.
 * @param title the label's key
 */
export const EmptyLog = ({ title = 'log_empty_title' }: { title?: string }) => {
  const { state } = useHome();
  const words = state.words.value;
  return (
    <div className={useCss()(style)}>
      <h2>{words.t(title)}</h2>
      {state.isKept.value && <p>{words.t('log_empty_hint')}</p>}
    </div>
  );
};
