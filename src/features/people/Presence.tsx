import type { ReadonlySignal } from '@preact/signals-react';
import type { ReactNode } from 'react';
import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';
import { hidden } from '../../ui/theme/tokens';
import type { TeamStatus } from '../../wire/people';
import { replyTime } from './replyTime';

/**
 * Without a description, the line has no place in the layout, and title and line move up by a transform: so nothing
 * in the card shifts when the service answers.
 */
const style = `
  & > i{display:inline-block;width:8px;height:8px;margin-inline-end:6px;border-radius:50%;outline:1px solid #0000;background:var(--accent);}
  &[data-added]{position:absolute;top:100%;inset-inline:0;display:block;text-overflow:ellipsis;white-space:nowrap;}
  div:has(> &[data-added]){position:relative;transform:translateY(-9px);animation:porch-lift .2s ease-out;}
  @keyframes porch-lift{from{transform:none;}}
`;

/** Who is there and how soon the team usually replies; the children where neither is known. */
export const Presence = ({
  team,
  children,
}: {
  team: ReadonlySignal<TeamStatus | undefined>;
  children?: ReactNode;
}) => {
  const css = useCss();
  const words = useHome().state.words.value;
  const { agentsOnline = 0, replyTime: seconds } = team.value ?? {};
  if (agentsOnline === 0 && seconds === undefined) return children;
  const online = words.t('people.online');
  return (
    <p className={css(style)} data-added={!children || undefined}>
      {agentsOnline > 0 && (
        <>
          <i />
          <span className={seconds === undefined ? '' : css(hidden)}>{online}</span>
        </>
      )}
      {agentsOnline > 0 && seconds !== undefined && <span className={css(hidden)}>. </span>}
      {seconds !== undefined && words.t('people.reply', { time: replyTime(words.locale, seconds) })}
    </p>
  );
};
