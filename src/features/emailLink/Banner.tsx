import type { ReadonlySignal } from '@preact/signals-react';
import { useState } from 'react';
import { useHome } from '../../conversation/context';
import type { LinkQuestion } from '../../slices/linkQuestion';
import { useCss } from '../../ui/theme/css';

const style = `
  flex:none;display:flex;flex-direction:column;gap:12px;padding:12px 16px;
  border-bottom:1px solid var(--line);background:var(--elevated);font-size:.8125rem;line-height:1.125rem;
  & strong{display:block;font-size:1rem;line-height:1.5rem;overflow-wrap:anywhere;}
  & > div{display:flex;flex-wrap:wrap;gap:8px;}
  & button{flex:1;min-height:44px;padding:8px 16px;border-radius:var(--control);border:1px solid var(--line);font-weight:600;}
  & button:first-child{background:var(--action);border-color:var(--action);color:var(--onAction);}
  & button:disabled{opacity:.6;}
`;

type BannerProps = {
  /** Undefined once it is answered. */
  question: ReadonlySignal<LinkQuestion | undefined>;
  failed: (cause: unknown) => void;
};

/** Asks whether to continue a link's conversation; once it is open, shows that a link opened it. */
export const Banner = ({ question: asked, failed }: BannerProps) => {
  const [step, setStep] = useState<'ask' | 'wait' | 'retry'>('ask');
  const { t } = useHome().state.words.value;
  const className = useCss()(style);
  const question = asked.value;
  if (!question)
    return (
      <p className={className} data-on="elevated" role="status">
        {t('link.opened')}
      </p>
    );
  const accept = () => {
    setStep('wait');
    question.accept().catch((cause) => {
      setStep('retry');
      failed(cause);
    });
  };
  return (
    <section className={className} data-on="elevated" aria-label={t('link.title')}>
      <p role="status">
        <strong>{t('link.title')}</strong>
        {step === 'retry'
          ? t('initial_conversation_request_failed')
          : t('link.question', { email: question.email })}
      </p>
      <div>
        <button type="button" disabled={step === 'wait'} onClick={accept}>
          {t(step === 'retry' ? 'retry' : 'link.accept')}
        </button>
        <button type="button" onClick={question.decline}>
          {t('options.cancel')}
        </button>
      </div>
    </section>
  );
};
