import type { ComponentType } from 'react';
import { Feature } from '../../conversation/Feature';
import type { KindProps, RichProps } from '../../conversation/features';
import { TextMessage } from '../../conversation/log/kinds/TextMessage';
import { FileLabel } from '../../messageKinds/file/FileMessage';
import { Actions } from '../../messageKinds/shared/Actions';
import { boxOf } from '../../messageKinds/shared/pictureBox';
import { UnknownMessage } from '../../messageKinds/unknown/UnknownMessage';
import type { Message } from '../../model/message';
import { decodeActions } from '../../wire/rich';
import { Marks, Quoted, References, Via } from './Around';
import { Replies } from './Replies';
import { VIEWS } from './views';

/** Returns the part below an answer that grows, and loads it; undefined until it has loaded. Reads a signal. */
export type GrowingLoader = () => ComponentType<{ message: Message }> | undefined;

/**
 * Draws a message by its kind; an unknown kind shows its text, so that no answer of the service can break the
 * log.
 */
export const RichMessage = (props: RichProps & { growing?: GrowingLoader }) => {
  const { message } = props;
  if (props.firstInGroup === undefined) return <Marks message={message} />;
  const { type, raw } = message;
  // Draw a file that is still uploading; the service decides later what kind of message it becomes.
  if (message.isOptimistic && message.mediaType !== undefined)
    return (
      <Feature
        name="attachments"
        with={{ ...props, Label: FileLabel, boxOf }}
        meanwhile={<TextMessage {...props} message={{ ...message, text: message.altText }} />}
      />
    );
  const Kind = Object.hasOwn(VIEWS, type) ? (VIEWS[type] as ComponentType<KindProps>) : UnknownMessage;
  const actions = decodeActions(raw.actions);
  const Growing = raw.grown !== undefined && props.growing?.();
  return (
    <>
      <Via {...props} />
      <Quoted {...props} />
      <Kind {...props} />
      <References {...props} />
      {Growing && <Growing message={message} />}
      <Actions actions={actions} scope={message.key} />
      <Replies message={message} actions={actions} />
    </>
  );
};
