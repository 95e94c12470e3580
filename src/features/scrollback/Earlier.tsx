import { useLayoutEffect, useRef } from 'react';
import { useHome } from '../../conversation/context';
import type { ScrollbackProps } from '../../conversation/features';
import { useCss } from '../../ui/theme/css';

const style = `
  align-self:center;display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:0 4px;
  margin-bottom:8px;font-size:.8125rem;line-height:1.125rem;color:var(--quiet);
  & button{min-height:32px;padding:0 12px;border-radius:10px;font-weight:600;}
  & button:hover{background:var(--hover);}
  & button[aria-disabled]{font-weight:400;cursor:default;background:none;}
  & p{color:var(--error);}
  & p + button{color:var(--ink);text-decoration:underline;text-underline-offset:2px;}
  @media (pointer:coarse){& button{min-height:44px;}}
`;

/**
 * Loads earlier messages. Scrolling near the beginning loads them too; the button also repeats a failed load.
 */
export const Earlier = ({ log, loadPrevious }: Pick<ScrollbackProps, 'log'> & { loadPrevious(): void }) => {
  const { state } = useHome();
  const button = useRef<HTMLButtonElement>(null);
  const words = state.words.value;
  const status = state.active.value?.historyStatus;
  useLayoutEffect(
    () => () => {
      // Keep the focus in the conversation when the button disappears.
      if (button.current?.matches(':focus')) log.current?.focus({ preventScroll: true });
    },
    [],
  );
  const pending = status === 'pending';
  const failed = status === 'failed';
  return (
    <div className={useCss()(style)}>
      {failed && <p role="alert">{words.t('log.load_failed')}</p>}
      <button
        ref={button}
        type="button"
        aria-disabled={pending || undefined}
        onClick={() => !pending && loadPrevious()}
      >
        {words.t(pending ? 'log.loading' : failed ? 'retry' : 'log_load_previous')}
      </button>
    </div>
  );
};
