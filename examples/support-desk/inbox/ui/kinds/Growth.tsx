import { decodeGrowth, SILENCE_MS } from '@porch/messenger/wire/growth';
import { useEffect, useState } from 'react';
import type { AgentMessage } from '../../../shared/agentApi';

const WORDS = {
  grows: 'Still being written',
  cut: 'Cut off: the program wrote no more',
  stopped: 'The visitor stopped this answer',
};

/** Below an answer that a program writes while the visitor reads it: that it grows, or how it ended before its end. */
export const Growth = ({ message }: { message: AgentMessage }) => {
  const growth = decodeGrowth(message);
  const [silent, setSilent] = useState(false);
  const { version, at = 0, state } = growth ?? {};
  useEffect(() => {
    if (state !== 'grows') return;
    const left = at * 1000 + SILENCE_MS - Date.now();
    setSilent(left <= 0);
    const timer = setTimeout(() => setSilent(true), Math.min(Math.max(left, 0), SILENCE_MS));
    return () => clearTimeout(timer);
  }, [version, state]);
  if (!state || state === 'whole') return null;
  return <p class="meta">{WORDS[state === 'grows' && silent ? 'cut' : state]}</p>;
};
