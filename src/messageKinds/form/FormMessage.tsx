import { useLayoutEffect, useRef } from 'react';
import type { FormProps } from '../../conversation/features';
import { useForms } from './context';
import { FormSteps } from './FormSteps';

/** A form; hidden once it is submitted. A form that cannot be decoded shows its text. */
export const FormMessage = (props: FormProps) => {
  const { message, firstInGroup, lastInGroup, steps, Text } = props;
  const forms = useForms();
  const place = useRef<HTMLDivElement>(null);
  const gone = message.submitted || forms?.answered(message._id).value;
  // Keep the row of a group's first message: its author's name also applies to the messages that follow.
  const wholly = gone && !message.text && (!firstInGroup || lastInGroup);

  useLayoutEffect(() => {
    const row = place.current?.closest('li');
    if (!wholly || !row) return;
    row.style.display = 'none';
    return () => {
      row.style.display = '';
    };
  }, [wholly]);

  const readable = forms && steps.length > 0;
  return (
    <>
      {/* Always present, as it locates the row in the document. */}
      <div ref={place} hidden />
      {(message.text || (!readable && !gone)) && <Text {...props} />}
      {readable && !gone && <FormSteps id={message._id} steps={steps} forms={forms} />}
    </>
  );
};
