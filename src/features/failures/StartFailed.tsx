import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';

const style = `
  margin:auto;max-width:280px;text-align:center;
  & p{margin-bottom:12px;}
  & button{min-height:44px;padding:0 20px;border-radius:var(--control);font-weight:600;background:var(--action);color:var(--onAction);}
  & [aria-disabled]{opacity:.35;}
`;

/**
 * The home card's failure view: a message and a retry button.
 * @param retry requests the missing data again
 * @param trying whether a retry is in progress
 */
export const StartFailed = ({ retry, trying }: { retry?: () => void; trying?: boolean }) => {
  const { state, actions } = useHome();
  const words = state.words.value;
  return (
    <div className={useCss()(style)}>
      <p role="alert">{words.t(retry ? 'feature_failed' : 'initial_conversation_request_failed')}</p>
      <button type="button" aria-disabled={trying || undefined} onClick={retry ?? actions.retryStart}>
        {words.t('retry')}
      </button>
    </div>
  );
};
