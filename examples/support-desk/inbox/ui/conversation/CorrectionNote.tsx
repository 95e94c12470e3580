import type { AgentConversation } from '../../../shared/answers/conversations';
import { besideOf, type FIELD_WORDS } from '../../model/corrections';
import { dayAndTime, isoTime } from '../../model/times';
import { useDesk } from '../parts/view';

type Props = {
  visitor: AgentConversation['visitor'];
  field: keyof typeof FIELD_WORDS;
};

/** Who typed a value, and what the login, the page or the visitor states instead. Nothing without a correction. */
export const CorrectionNote = ({ visitor, field }: Props) => {
  const { now } = useDesk().inbox;
  const correction = visitor.corrections?.find((one) => one.field === field);
  if (!correction) return null;
  const { counts, by, at } = correction;
  const beside = besideOf(correction);
  return (
    <>
      {counts && (
        <span class="meta address">
          Typed by <bdi>{by}</bdi>, <time dateTime={isoTime(at)}>{dayAndTime(at, now.value)}</time>
        </span>
      )}
      {beside && (
        <span class="meta address">
          {beside.words} <bdi>{beside.value}</bdi>
        </span>
      )}
    </>
  );
};
