import { memo } from 'react';
import { useCss } from '../../ui/theme/css';
import { useHome } from '../context';

const style = `
  text-align:center;font-size:.75rem;line-height:1rem;color:var(--quiet);margin:16px 0 8px;
  :first-child > &:first-child{margin-top:0;}
`;

/** @param props.received float seconds */
export const TimestampRow = memo(({ received }: { received: number }) => {
  const { state } = useHome();
  const at = received * 1000;
  return (
    <li className={useCss()(style)}>
      <time dateTime={new Date(at).toISOString()} title={state.words.value.dateTime(at)}>
        {state.words.value.day(at, state.clock.now())}
      </time>
    </li>
  );
});
