import { useState } from 'react';
import type { AgentAccount } from '../../../shared/answers/accounts';
import { Avatar } from './Avatar';

type Props = { agent: Pick<AgentAccount, 'id' | 'name' | 'avatarUrl'>; large?: boolean };

/** An agent's picture, or initials if there is none or it does not load. It is decoration, as the name is next to it. */
export const AgentFace = ({ agent, large }: Props) => {
  const [broken, setBroken] = useState<string | undefined>(undefined);
  const { id, name, avatarUrl } = agent;
  if (!avatarUrl || broken === avatarUrl) return <Avatar id={id} name={name} large={large} />;
  return (
    <img
      class={`avatar${large ? ' large' : ''}`}
      src={avatarUrl}
      alt=""
      referrerpolicy="no-referrer"
      onError={() => setBroken(avatarUrl)}
    />
  );
};
