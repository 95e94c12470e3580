import { useLayoutEffect, useRef } from 'react';
import { formSteps } from '../../../../model/formRules';
import { type FormProps, useForms } from './context';
import { FormSteps } from './FormSteps';

/** "Submitted and successfully submitted forms are hidden" (SPEC.md section 4); one that cannot be read shows its text. */
export const FormMessage = (props: FormProps) => {
  const { message, firstInGroup, lastInGroup, Text } = props;
  const forms = useForms();
  const place = useRef<HTMLDivElement>(null);
  const gone = message.submitted || forms?.answered(message._id).value;
  // The author's name above the first of a group is also that of those which follow.
  const wholly = gone && !message.text && (!firstInGroup || lastInGroup);

  useLayoutEffect(() => {
    const row = place.current?.closest('li');
    if (!wholly || !row) return;
    row.style.display = 'none';
    return () => {
      row.style.display = '';
    };
  }, [wholly]);

  const steps = formSteps(message.fields);
  const readable = forms && steps.length > 0;
  return (
    <>
      {/* Stays, so that there is a place to look for the row from. */}
      <div ref={place} hidden />
      {(message.text || (!readable && !gone)) && <Text {...props} />}
      {readable && !gone && <FormSteps id={message._id} steps={steps} forms={forms} />}
    </>
  );
};
