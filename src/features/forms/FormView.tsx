import type { FormProps } from '../../conversation/features';
import { FormMessage } from '../../messageKinds/form/FormMessage';
import { FormResponseMessage } from '../../messageKinds/formResponse/FormResponseMessage';

/** A form, or the answers to one. */
export const FormView = (props: FormProps) =>
  props.message.type === 'form' ? <FormMessage {...props} /> : <FormResponseMessage {...props} />;
