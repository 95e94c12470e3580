import type { TeamMember } from '../../../shared/answers/accounts';
import type { Role } from '../../../shared/lists';
import { AgentFace } from '../parts/AgentFace';
import { MenuButton } from '../parts/MenuButton';
import { useDesk } from '../parts/view';
import { ROLE_WORDS } from './roleWords';

type Props = {
  member: TeamMember;
  onRole(role: Role): void;
  onReset(): void;
  onRemove(): void;
};

/** One agent of the team. Your own row has no menu: another admin changes your role. */
export const MemberRow = ({ member, onRole, onReset, onRemove }: Props) => {
  const self = useDesk().workspace.self.agent.value;
  const { name, email, role, online } = member;
  const own = member.id === self.id;
  const other: Role = role === 'admin' ? 'agent' : 'admin';
  return (
    <li class="account-row">
      <AgentFace agent={member} />
      <div class="account-row-text">
        <p>
          <strong dir="auto">{name}</strong>
          {own && <span class="badge-quiet">You</span>}
        </p>
        <p class="secondary">{email}</p>
        <p class="secondary">
          {ROLE_WORDS[role].name}
          {online && <span class="online"> · Online</span>}
        </p>
      </div>
      {!own && (
        <MenuButton
          label={`Change ${name}`}
          icon="dots"
          place="below"
          groups={[
            {
              title: name,
              items: [
                { id: 'role', label: `Make ${ROLE_WORDS[other].one}`, run: () => onRole(other) },
                { id: 'reset', label: 'Link for a new password', run: onReset },
                { id: 'remove', label: 'Remove from the team…', run: onRemove },
              ],
            },
          ]}
        />
      )}
    </li>
  );
};
