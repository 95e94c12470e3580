import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';

const style =
  'margin:16px 0;font-size:.8125rem;line-height:1.125rem;color:var(--quiet);text-align:center;text-wrap:balance;';

/** Says after the messages that the conversation has ended, and that the visitor can go on. */
const Ended = () => (
  <p className={useCss()(style)} role="status">
    {useHome().state.words.value.t('options.end_done')}
  </p>
);

/** The end of a conversation, in its log. */
export const createEnded = () => Ended;

export { createEnded as create };
