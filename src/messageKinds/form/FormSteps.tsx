import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';
import type { FormActions } from './context';
import type { FormField } from './decode';
import { FieldInput } from './FieldInput';
import { type FieldProblem, fieldProblem } from './formRules';

const style = `
  width:300px;margin-top:2px;padding:14px;border:1px solid var(--line);border-radius:var(--bubble);background:var(--card,var(--elevated));
  & form{display:flex;flex-direction:column;gap:4px;margin:0;}
  & small{font-size:.75rem;line-height:1rem;color:var(--quiet);font-variant-numeric:tabular-nums;}
  & label{font-weight:600;overflow-wrap:anywhere;}
  & p{margin-top:4px;font-size:.8125rem;line-height:1.125rem;color:var(--error);overflow-wrap:anywhere;}
  & p:empty{display:none;}
  & form > div{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:8px;margin-top:8px;}
  & button{min-height:36px;padding:0 16px;border-radius:var(--control);font-weight:600;transition:opacity .15s;}
  & button[type=button]{color:var(--quiet);}
  & button[type=button]:hover{background:var(--hover);}
  & button[type=submit]{background:var(--action);color:var(--onAction);}
  & button[aria-disabled]{opacity:.5;cursor:default;}
  @media (pointer:coarse){& button{min-height:44px;}}
`;

type Props = { id: string; steps: readonly FormField[]; forms: FormActions };

/** Moves the focus to the field of each new step. @returns focuses the field */
const useFieldFocus = (box: RefObject<HTMLDivElement | null>, step: number) => {
  const shown = useRef(step);
  const focus = () => box.current?.querySelector<HTMLElement>('input,select')?.focus();
  useLayoutEffect(() => {
    // Not when the form is first drawn: the visitor may be typing elsewhere.
    if (shown.current !== step) focus();
    shown.current = step;
  }, [step]);
  // When the form disappears while it has the focus, move the focus to the log instead of the start of the
  // page.
  useLayoutEffect(() => {
    const element = box.current;
    const log = element?.closest<HTMLElement>('[role=log]');
    return () => {
      const focused = element?.ownerDocument.activeElement;
      if (focused && element?.contains(focused)) log?.focus({ preventScroll: true });
    };
  }, []);
  return focus;
};

/** A form that is being filled in, one field a step, with the problem of an invalid value below it. */
export const FormSteps = ({ id, steps, forms }: Props) => {
  const { state } = useHome();
  const words = state.words.value;
  const css = useCss();
  const { step, values, formSubmissionStatus: status } = forms.state(id).value;
  const [problem, setProblem] = useState<FieldProblem>();
  const box = useRef<HTMLDivElement>(null);
  const focus = useFieldFocus(box, step);
  const domId = useId();
  const field = steps[step - 1] ?? (steps[0] as FormField);
  const value = (Object.hasOwn(values, field.name) && values[field.name]) || '';
  const pending = status === 'pending';

  const goOn = () => {
    const wrong = fieldProblem(field, value);
    setProblem(wrong);
    if (wrong) focus();
    else forms.next(id, steps);
  };
  const said =
    problem &&
    (problem.count === undefined
      ? words.t(problem.key, { field: field.label })
      : words.plural(problem.key, problem.count, { field: field.label }));

  return (
    <div ref={box} className={css(style)} data-on="card">
      <form
        noValidate
        aria-busy={pending || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) goOn();
        }}
      >
        {steps.length > 1 && (
          <small id={`${domId}s`}>{words.t('form.step', { step, total: steps.length })}</small>
        )}
        <label htmlFor={`${domId}f`}>
          <bdi>{field.label}</bdi>
        </label>
        <FieldInput
          key={field.name}
          field={field}
          value={value}
          id={`${domId}f`}
          describedBy={`${domId}s ${domId}e`}
          invalid={problem !== undefined}
          readOnly={pending}
          onChange={(now) => {
            forms.change(id, field, now);
            // Clear the problem as soon as it is corrected, but do not report new problems while the visitor
            // types.
            if (problem) setProblem(fieldProblem(field, now));
          }}
        />
        <p id={`${domId}e`} role="alert">
          {said ?? (status === 'failed' ? words.t('form.failed') : null)}
        </p>
        <div>
          {step > 1 && !pending && (
            <button
              type="button"
              onClick={() => {
                setProblem(undefined);
                forms.back(id);
              }}
            >
              {words.t('form.back')}
            </button>
          )}
          <button type="submit" aria-disabled={pending || undefined}>
            {words.t(pending ? 'status_sending' : step < steps.length ? 'form.next' : 'form.submit')}
          </button>
        </div>
      </form>
    </div>
  );
};
