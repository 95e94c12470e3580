import type { ReactNode } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { AgentMessage } from '../../../shared/agentApi';
import { foreignHost } from '../../model/links';
import { useDesk } from '../view';

type Props = { message: AgentMessage; src: string; children: ReactNode };

/**
 * A picture that a visitor sent from elsewhere, once the agent has asked for it: to load it tells its host that they read.
 * What was allowed holds for that host in that conversation.
 */
export const Asked = ({ message, src, children }: Props) => {
  const { workspace, view } = useDesk();
  const [pressed, setPressed] = useState(false);
  const shown = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    // The button is gone; the focus must not go with it.
    if (pressed) shown.current?.querySelector('a')?.focus();
  }, [pressed]);
  const host = message.role === 'appUser' ? foreignHost(src, workspace.origins) : undefined;
  const place = `${workspace.activeId.value} ${host}`;
  if (host === undefined || view.loads.value.has(place)) {
    return (
      <span ref={shown} class="asked">
        {children}
      </span>
    );
  }
  return (
    <button
      type="button"
      class="button quiet"
      onClick={() => {
        view.load(place);
        setPressed(true);
      }}
    >
      Load picture from <bdi>{host}</bdi>
    </button>
  );
};
