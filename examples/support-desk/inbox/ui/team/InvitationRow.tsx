import type { Invitation } from '../../../shared/answers/accounts';
import { mailWords } from '../../model/invitationWords';
import { dayAndTime, isoTime } from '../../model/times';
import { useDesk } from '../parts/view';
import { ROLE_WORDS } from './roleWords';

type Props = { invitation: Invitation; mails: boolean; onRenew(): void; onWithdraw(): void };

/** An invitation that waits or has expired, with what became of its email. */
export const InvitationRow = ({ invitation, mails, onRenew, onWithdraw }: Props) => {
  const now = useDesk().inbox.now.value;
  const { email, name, role, mail, expiresAt } = invitation;
  const whose = email ?? 'Without an address';
  const isOver = expiresAt <= now;
  const again = mails && email ? 'Send again' : 'New link';
  return (
    <li class="account-row wraps">
      <div class="account-row-text">
        <p>
          <strong dir="auto">{name ?? whose}</strong>
        </p>
        {name && <p class="secondary">{whose}</p>}
        <p class="secondary">
          {ROLE_WORDS[role].name} · {isOver ? 'expired' : 'works until'}{' '}
          <time dateTime={isoTime(expiresAt)}>{dayAndTime(expiresAt, now)}</time>
        </p>
        {mail && !isOver && <p class={mail.state === 'failed' ? 'error' : 'secondary'}>{mailWords(mail)}</p>}
      </div>
      <button type="button" class="button" aria-label={`${again}: ${whose}`} onClick={onRenew}>
        {again}
      </button>
      <button
        type="button"
        class="button"
        aria-label={`Withdraw the invitation: ${whose}`}
        onClick={onWithdraw}
      >
        Withdraw
      </button>
    </li>
  );
};
