import { obj, str } from '@porch/messenger/wire/decode';
import { useContext, useId, useState } from 'react';
import type { AgentEmailAnswer } from '../../../shared/answers/emails';
import type { AgentMessage } from '../../../shared/answers/messages';
import { refusalWords } from '../../model/apiResult';
import { Text } from '../parts/Text';
import { LogHold } from '../parts/useLogScroll';
import { useDesk } from '../parts/view';

type Email = AgentEmailAnswer['email'];

const CUT = 'The email is longer. The rest of it is in the mailbox.';

/** The sender of an email that an agent has accepted. */
export const AcceptedFrom = ({ message }: { message: AgentMessage }) => {
  const { from, acceptedBy } = obj(message.email);
  const [address, agent] = [str(from), str(acceptedBy)];
  if (!agent) return null;
  return (
    <p class="message-state">
      From <bdi>{address || 'an unknown address'}</bdi>, accepted by <bdi>{agent}</bdi>
    </p>
  );
};

/** Shows, in the message, what it leaves out of its email. */
export const WholeEmail = ({
  message,
  conversationId,
}: {
  message: AgentMessage;
  conversationId: string;
}) => {
  const { api, fail } = useDesk().workspace;
  const hold = useContext(LogHold);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState<Email | undefined>(undefined);
  const [problem, setProblem] = useState('');
  if (obj(message.email).isFolded !== true) return null;
  const read = async (): Promise<void> => {
    setProblem('');
    const answer = await api.emails.ofMessage(conversationId, message._id);
    if (answer.ok) return setEmail(answer.value);
    setProblem(refusalWords(answer));
    fail(answer.failure);
  };
  const toggle = (): void => {
    hold();
    setOpen(!isOpen);
    if (!isOpen && !email) void read();
  };
  return (
    <div class="whole-email">
      <button type="button" class="button quiet" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        {isOpen ? 'Hide the whole email' : 'Show the whole email'}
      </button>
      <section id={id} aria-label="The whole email" hidden={!isOpen}>
        {email ? (
          <>
            <Text text={email.text} />
            {email.isCut && <p class="meta">{CUT}</p>}
          </>
        ) : problem ? (
          <p class="error" role="alert">
            {problem}{' '}
            <button type="button" class="button quiet" onClick={() => void read()}>
              Try again
            </button>
          </p>
        ) : (
          <p class="meta" role="status">
            Loading…
          </p>
        )}
      </section>
    </div>
  );
};
