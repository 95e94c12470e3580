import { holdSelection } from '@porch/messenger/platform/holdSelection';
import { decodeGrowth, SILENCE_MS } from '@porch/messenger/wire/growth';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AgentMessage } from '../../../../shared/answers/messages';
import { useDesk } from '../../parts/view';

const WORDS = {
  grows: 'Still being written',
  cut: 'Cut off: the program wrote no more',
  stopped: 'The visitor stopped this answer',
};

/**
 * Shown below an answer that a program writes while the visitor reads it: that it grows, or why it stopped early; and
 * below a text that its author has edited.
 */
export const Growth = ({ message }: { message: AgentMessage }) => {
  const { clock } = useDesk().inbox;
  const growth = decodeGrowth(message);
  const [silent, setSilent] = useState(false);
  const { version, at = 0, state } = growth ?? {};
  useEffect(() => {
    if (state !== 'grows') return;
    const left = at * 1000 + SILENCE_MS - clock.now();
    setSilent(left <= 0);
    return clock.after(Math.min(Math.max(left, 0), SILENCE_MS), () => setSilent(true));
  }, [version, state]);
  const held = useRef<ReturnType<typeof holdSelection> | undefined>(undefined);
  const isGrowing = state === 'grows';
  // The selection must be read before the next version is drawn, because the browser ends a selection in the text.
  useEffect(() => {
    if (!isGrowing) return;
    held.current = holdSelection(document);
    return held.current.stop;
  }, [isGrowing]);
  useLayoutEffect(() => held.current?.restore(), [version]);
  if (state === 'whole' && message.edited !== undefined && message.deleted !== true)
    return <p class="meta">Edited</p>;
  if (!state || state === 'whole') return null;
  return <p class="meta">{WORDS[state === 'grows' && silent ? 'cut' : state]}</p>;
};
