import { inShort } from '../../model/describe';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';

/** The message that the reply quotes, and a button to remove it. */
export const Quoted = ({ visitorName }: { visitorName: string }) => {
  const { workspace, view } = useDesk();
  const quoted = workspace.quoted.value;
  if (!quoted) return null;
  return (
    <div class="quoting">
      <blockquote class="quote">
        <p class="quote-name" dir="auto">
          {visitorName}
        </p>
        <p dir="auto">{inShort(quoted)}</p>
      </blockquote>
      <button
        type="button"
        class="icon-button"
        aria-label="Do not quote"
        onClick={() => {
          workspace.quote(undefined);
          view.focus('reply');
        }}
      >
        <Icon name="close" />
      </button>
    </div>
  );
};
