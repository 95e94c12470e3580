import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';

const Line = ({ id, children }: { id: string; children: string }) => {
  const { reveal } = useDesk().workspace;
  return (
    <button type="button" class="row-button refused-link" onClick={() => reveal(id)}>
      <Icon name="alert" />
      {children}
    </button>
  );
};

/**
 * Links to a conversation that is not open, whose reply the desk refused, whose closing or assignment failed, or where
 * not all was done after a reply. Lists may not show it.
 */
export const UnsentLink = () => {
  const { unsentReplies, conversations, activeId, routing, following } = useDesk().workspace;
  const nameOf = (id: string) => conversations.items.value.find(({ _id }) => _id === id)?.displayName;
  const unsent = unsentReplies.refused.value.find((one) => one !== activeId.value);
  const name = unsent === undefined ? undefined : nameOf(unsent);
  const [failed] = [...routing.failed.value].filter(
    ([id]) => id !== activeId.value && id !== unsent && nameOf(id) !== undefined,
  );
  const left = following.failed.value.find((one) => one !== activeId.value);
  return (
    <div class="unsent-link" role="status">
      {unsent !== undefined && (
        <Line id={unsent}>
          {name === undefined ? 'A reply was not sent' : `Your reply to ${name} was not sent`}
        </Line>
      )}
      {left !== undefined && (
        <Line id={left}>{`${nameOf(left) ?? 'A visitor'}: not all was done after your reply`}</Line>
      )}
      {failed && <Line id={failed[0]}>{`${nameOf(failed[0])}: ${failed[1]}`}</Line>}
    </div>
  );
};
