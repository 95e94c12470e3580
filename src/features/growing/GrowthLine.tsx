import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHome } from '../../conversation/context';
import type { Message } from '../../model/message';
import { holdSelection } from '../../platform/holdSelection';
import { Drawing } from '../../ui/primitives/Drawing';
import { useCss } from '../../ui/theme/css';
import { decodeGrowth, type Growth } from '../../wire/growth';
import { useGrowth } from './useGrowth';

const style = `
  display:flex;align-items:center;gap:8px;min-height:32px;margin:4px 14px 0;font-size:.8125rem;line-height:1.125rem;color:var(--quiet);
  & > i{width:8px;height:8px;border-radius:50%;background:var(--quiet);animation:porch-growing 1.2s infinite;}
  & button{display:inline-flex;align-items:center;gap:6px;min-height:32px;padding:0 12px 0 8px;border:1px solid var(--line);border-radius:var(--control);font-weight:600;color:var(--ink);}
  [dir=rtl] & button{padding:0 8px 0 12px;}
  & button:hover{background:var(--hover);}
  & button[aria-disabled]{opacity:.6;cursor:default;}
  & [role=alert]:not(:empty){color:var(--error);}
  & svg{width:16px;height:16px;}
  @keyframes porch-growing{50%{opacity:.25;}}
  @media (pointer:coarse){& button{min-height:44px;}}
  @media (prefers-reduced-motion:reduce){& > i{animation:none;}}
`;

const quiet = `margin:4px 14px 0;font-size:.8125rem;line-height:1.125rem;color:var(--quiet);`;

/** A filled square. */
const STOP = 'M6 6h8v8H6z';

type GrowingProps = {
  message: Message;
  /** The words by their key. */
  word(key: string): string;
  /** Ends the answer; resolves with whether that worked. */
  stop(message: Message): Promise<boolean>;
  /** Called once when the answer stops growing. */
  onEnd(message: Message): void;
};

/** Keeps the selection in the document while a text in it grows. */
const useHeldSelection = (doc: Document, version: number) => {
  const held = useRef<ReturnType<typeof holdSelection> | undefined>(undefined);
  useEffect(() => {
    held.current = holdSelection(doc);
    return held.current.stop;
  }, []);
  useLayoutEffect(() => held.current?.restore(), [version]);
};

const Line = ({ message, growth, word, stop, onEnd }: GrowingProps & { growth: Growth }) => {
  const { clock, words, textBox } = useHome().state;
  const css = useCss();
  const { edited, deleted } = message.raw;
  const shown = useGrowth(clock, growth, () => onEnd(message));
  useHeldSelection(textBox.form.ownerDocument, growth.version);
  const [step, setStep] = useState<'pending' | 'failed' | undefined>();
  if (shown === 'whole')
    return edited && !deleted ? <p className={css(quiet)}>{word('growing.edited')}</p> : null;
  if (shown !== 'grows') return <p className={css(style)}>{word(`growing.${shown}`)}</p>;
  return (
    <div className={css(style)}>
      <i />
      <button
        type="button"
        aria-disabled={step === 'pending' || undefined}
        onClick={async () => {
          if (step === 'pending') return;
          setStep('pending');
          setStep((await stop(message)) ? undefined : 'failed');
        }}
      >
        <Drawing path={STOP} />
        {word('growing.stop')}
      </button>
      <span role="alert">{step === 'failed' && words.value.t('options.failed')}</span>
    </div>
  );
};

/**
 * The line below a message that changes after it was sent. It shows that an answer grows, with a button to stop it, or
 * how it ended, or that its author has edited a text.
 */
export const Growing = (props: GrowingProps) => {
  const growth = decodeGrowth(props.message.raw);
  return growth ? <Line {...props} growth={growth} /> : null;
};
