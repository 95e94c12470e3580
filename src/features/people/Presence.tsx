import type { ReadonlySignal } from '@preact/signals-react';
import type { ReactNode } from 'react';
import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';
import { hidden } from '../../ui/theme/tokens';
import type { TeamStatus } from '../../wire/people';
import { replyTime } from './replyTime';

/**
 * Without a description, the line has no place in the layout, and title and line move up by a transform of half its
 * height: so nothing in the card shifts when the service answers.
 */
const style = `
  & > i{display:inline-block;width:8px;height:8px;margin-inline-end:6px;border-radius:50%;outline:1px solid #0000;background:var(--accent);}
  &[data-added]{position:absolute;top:100%;inset-inline:0;}
  div:has(> &[data-added]){position:relative;transform:translateY(var(--lift));animation:porch-lift .2s ease-out;}
  @keyframes porch-lift{from{transform:none;}}
`;

/** Sets how far the heading moves up: half the line's height, as the line may wrap. */
const lift = (line: HTMLElement | null) =>
  line?.parentElement?.style.setProperty('--lift', `${line.offsetHeight / -2}px`);

/**
 * Who is available and how soon the team usually replies, or the children if neither is known. Once somebody has
 * answered, their name replaces the time.
 */
export const Presence = ({
  team,
  children,
}: {
  team: ReadonlySignal<TeamStatus | undefined>;
  children?: ReactNode;
}) => {
  const css = useCss();
  const { state } = useHome();
  const words = state.words.value;
  const name = state.listShown.value ? undefined : state.agent.value?.name;
  const { agentsOnline, replyTime: seconds } = team.value ?? {};
  const time = seconds !== undefined && words.t('people.reply', { time: replyTime(words.locale, seconds) });
  const line = name ?? time;
  // The children also name the agent who answered.
  if (!agentsOnline && (name || !time)) return children;
  return (
    <p className={css(style)} data-added={!children || undefined} ref={(line) => lift(line)}>
      {agentsOnline ? (
        <>
          <i />
          <span className={line ? css(hidden) : ''}>{words.t('people.online')}</span>
        </>
      ) : null}
      {agentsOnline && line ? <span className={css(hidden)}>. </span> : null}
      <bdi>{line}</bdi>
    </p>
  );
};
