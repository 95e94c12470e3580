import { countWords } from '../../model/refusedWords';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';

/** Shows how many emails could still become messages, and links to them. */
export const RefusedLink = () => {
  const { counts, pages } = useDesk().workspace;
  const { acceptable = 0 } = counts.value.value?.refusedEmails ?? {};
  if (acceptable === 0) return null;
  return (
    <button type="button" class="row-button refused-link" onClick={() => pages.show('refused-emails')}>
      <Icon name="alert" />
      {countWords(acceptable)}
    </button>
  );
};
