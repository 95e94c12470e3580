import type { ComponentType } from 'react';
import { decodeActions } from '../../../wire/rich';
import { TextMessage } from '../kinds/TextMessage';
import type { KindProps } from '../messageKinds';
import { Actions } from './Actions';
import { FormMessage } from './forms/FormMessage';
import { FormResponseMessage } from './forms/FormResponseMessage';
import { Replies } from './Replies';

/** The registry of message kinds: a new kind is one file and one row. */
const KINDS: Record<string, ComponentType<KindProps>> = {
  text: TextMessage,
  form: FormMessage,
  formResponse: FormResponseMessage,
};

/** A kind that is not known is shown by its text; nothing a server sends can break the log. */
export const RichMessage = (props: KindProps) => {
  const { message } = props;
  const { type, raw } = message;
  const Kind = Object.hasOwn(KINDS, type) ? (KINDS[type] as ComponentType<KindProps>) : TextMessage;
  const actions = decodeActions(raw.actions);
  return (
    <>
      <Kind {...props} />
      <Actions actions={actions} scope={message.key} />
      <Replies message={message} actions={actions} />
    </>
  );
};
