import type { KindProps } from '../../messageKinds';
import { FormMessage } from './FormMessage';
import { FormResponseMessage } from './FormResponseMessage';

/** A form, or the answers to one. */
export const FormView = (props: KindProps) =>
  props.message.type === 'form' ? <FormMessage {...props} /> : <FormResponseMessage {...props} />;
