import type { ReactNode } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { AgentMessage } from '../../../../shared/answers/messages';
import { foreignHost } from '../../../model/links';
import { useDesk } from '../../parts/view';

type Props = { message: AgentMessage; src: string; children: ReactNode };

/**
 * An image that a visitor sent from another host. It loads only after the agent agrees, because loading it tells that
 * host that the message was read. The consent applies to that host in that conversation.
 */
export const Asked = ({ message, src, children }: Props) => {
  const { workspace, view } = useDesk();
  const [pressed, setPressed] = useState(false);
  const shown = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    // The button has disappeared, so move the focus.
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
