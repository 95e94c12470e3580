import { Icon } from './Icon';
import { useDesk } from './view';

/** Names a conversation whose reply the desk refused while another one is open, and opens it. Lists may not show it. */
export const UnsentLink = () => {
  const { outbox, conversations, activeId, reveal } = useDesk().workspace;
  const id = outbox.refused.value.find((one) => one !== activeId.value);
  const name = conversations.items.value.find(({ _id }) => _id === id)?.displayName;
  return (
    <div class="unsent-link" role="status">
      {id !== undefined && (
        <button type="button" class="row-button refused-link" onClick={() => reveal(id)}>
          <Icon name="alert" />
          {name === undefined ? 'A reply was not sent' : `Your reply to ${name} was not sent`}
        </button>
      )}
    </div>
  );
};
