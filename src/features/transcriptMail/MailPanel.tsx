import type { ReadonlySignal } from '@preact/signals-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';
import { foldEmail, isEmail } from '../../wire/emailAddress';
import type { MailFlow } from './mailFlow';
import type { MailWords } from './mailWords';

// Fixed, because the menu then has no size to be positioned in.
const style = `
  position:fixed;z-index:3;top:60px;inset-inline-end:12px;width:min(300px,calc(100% - 24px));padding:16px;
  border:1px solid var(--line);border-radius:var(--control);background:var(--elevated);color:var(--ink);box-shadow:0 8px 28px #00000029;font-size:.9375rem;line-height:1.25rem;
  & form{display:flex;flex-direction:column;gap:8px;margin:0;}
  & label{font-weight:600;}
  & input{min-height:40px;padding:0 10px;border:1px solid var(--field);border-radius:10px;background:var(--surface);font-size:max(.9375rem,16px);}
  & [role]:empty{display:none;}
  & [role=alert]{color:var(--error);}
  & form > div{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:8px;}
  & button{min-height:36px;padding:6px 14px;border-radius:var(--control);font-weight:600;}
  & button:hover{background:var(--hover);}
  & button[type=submit]{background:var(--action);color:var(--onAction);}
  & [aria-disabled]{opacity:.5;cursor:default;}
  @media (pointer:coarse){& button,& input{min-height:44px;}}
`;

type Props = { flow: MailFlow; words: ReadonlySignal<MailWords>; onClose(): void };

/** Takes the menu's place: asks for the address, and shows the result of the email. */
export const MailPanel = ({ flow, words, onClose }: Props) => {
  const { t } = useHome().state.words.value;
  const css = useCss();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const [text, setText] = useState<string>();
  const [isInvalid, setInvalid] = useState(false);
  const step = flow.step.value;
  const email = text ?? flow.known.value ?? '';
  useLayoutEffect(() => {
    flow.open();
    box.current?.focus();
  }, []);
  useLayoutEffect(() => {
    // The address disappears with the focus in it.
    if (step === 'sent') close.current?.focus();
  }, [step]);
  const send = () => {
    const address = foldEmail(email);
    const isValid = isEmail(address);
    setInvalid(!isValid);
    if (isValid) void flow.send(address);
    else box.current?.focus();
  };
  const problem = isInvalid ? t('form.email_invalid') : step === 'failed' ? t('options.failed') : '';
  const said = { sending: t('options.pending'), sent: words.value['mail.sent'] };
  return (
    <section className={css(style)} data-on="elevated" role="dialog" aria-label={words.value['mail.title']}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {step !== 'sent' && (
          <>
            <label htmlFor={id}>{words.value['mail.address']}</label>
            <input
              ref={box}
              id={id}
              type="email"
              autoComplete="email"
              dir="auto"
              maxLength={254}
              value={email}
              aria-invalid={isInvalid || undefined}
              aria-describedby={`${id}-problem`}
              onInput={({ currentTarget }) => {
                setText(currentTarget.value);
                setInvalid(false);
              }}
            />
          </>
        )}
        <span role="alert" id={`${id}-problem`}>
          {problem}
        </span>
        <span role="status">{said[step as keyof typeof said] ?? ''}</span>
        <div>
          <button ref={close} type="button" onClick={onClose}>
            {t(step === 'sent' ? 'options.close' : 'options.cancel')}
          </button>
          {step !== 'sent' && (
            <button type="submit" aria-disabled={step === 'sending' || undefined}>
              {t(step === 'failed' ? 'retry' : 'form.submit')}
            </button>
          )}
        </div>
      </form>
    </section>
  );
};
