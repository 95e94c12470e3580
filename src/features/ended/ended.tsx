import { useHome } from '../../conversation/context';
import { loadRating } from '../../conversation/endedFeatures';
import type { Needs } from '../../conversation/featureDeps';
import { useCss } from '../../ui/theme/css';

const style =
  'margin:16px 0;font-size:.8125rem;line-height:1.125rem;color:var(--quiet);text-align:center;text-wrap:balance;';

/** Shows, after the messages, that the conversation has ended and that the visitor can continue. */
export const Ended = () => (
  <p className={useCss()(style)} role="status">
    {useHome().state.words.value.t('options.end_done')}
  </p>
);

type Deps = Parameters<Awaited<ReturnType<typeof loadRating>>['createRating']>[0] & Needs<never, 'settings'>;

/** The end of a conversation in its log, with the rating if the account asks for one. */
const createEnded = async (deps: Deps) => {
  if (deps.slices.settings.raw.ratingEnabled !== true) return Ended;
  const Rating = await (await loadRating()).createRating(deps);
  return () => (
    <>
      <Ended />
      <Rating />
    </>
  );
};

export { createEnded as create };
