import { useLayoutEffect, useRef } from 'react';
import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';
import type { ChosenOption } from './option';

const style = `
  display:flex;flex-wrap:wrap;gap:8px;padding:10px;font-size:.9375rem;line-height:1.25rem;
  & > span{flex:1 0 100%;overflow-wrap:anywhere;}
  & > [role=alert]{color:var(--error);}
  & > button{padding-inline:14px;font-weight:600;}
  & > button:first-of-type:not(:last-of-type){background:var(--action);color:var(--onAction);}
  & > [data-ends]:first-of-type:not(:last-of-type){background:var(--error);color:var(--surface);}
  @media (forced-colors:active){& > [data-ends]{color:ButtonText!important;background:ButtonFace!important;}}
`;

type Props = {
  chosen: ChosenOption;
  onGo: (doc: Document) => void;
  onClose: () => void;
};

/** Takes the menu's place for a chosen entry: asks for confirmation, or shows its progress or result. */
export const OptionPanel = ({ chosen: { option, step }, onGo, onClose }: Props) => {
  const words = useHome().state.words.value;
  const root = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const buttons = root.current?.querySelectorAll('button') ?? [];
    // For a confirmation, focus the cancel button, so that pressing the same key twice does not confirm.
    (buttons[step === 'confirm' ? 1 : 0] ?? root.current)?.focus();
  }, [step]);
  const sentences = { confirm: option.confirm, failed: 'options.failed', done: option.done };
  const sentence = (step in sentences && sentences[step as keyof typeof sentences]) || 'options.pending';
  return (
    <section
      ref={root}
      className={useCss()(style)}
      role="dialog"
      aria-label={words.t(option.label)}
      tabIndex={-1}
    >
      {step === 'failed' ? (
        <span role="alert">{words.t(sentence)}</span>
      ) : (
        <span role="status">{words.t(sentence)}</span>
      )}
      {(step === 'confirm' || step === 'failed') && (
        <button
          type="button"
          data-ends={option.ends}
          onClick={({ currentTarget }) => onGo(currentTarget.ownerDocument)}
        >
          {words.t(step === 'failed' ? 'retry' : option.label)}
        </button>
      )}
      {step in sentences && (
        <button type="button" onClick={onClose}>
          {words.t(step === 'done' ? 'options.close' : 'options.cancel')}
        </button>
      )}
    </section>
  );
};
