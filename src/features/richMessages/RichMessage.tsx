import type { ComponentType } from 'react';
import { Feature } from '../../conversation/Feature';
import type { KindProps } from '../../conversation/features';
import { Beginning, TextMessage } from '../../conversation/log/LongText';
import { Waiting } from '../../conversation/log/Waiting';
import { fileSize } from '../../i18n/fileSize';
import { CarouselMessage } from '../../messageKinds/carousel/CarouselMessage';
import { FileMessage } from '../../messageKinds/file/FileMessage';
import { ImageMessage } from '../../messageKinds/image/ImageMessage';
import { ListMessage } from '../../messageKinds/list/ListMessage';
import { LocationMessage } from '../../messageKinds/location/LocationMessage';
import { Actions } from '../../messageKinds/shared/Actions';
import { RichText } from '../../messageKinds/text/RichText';
import { decodeActions } from '../../wire/rich';
import { Marks, Quoted, References } from './Around';
import { Replies } from './Replies';

const Form = (props: KindProps) => (
  <Feature
    name="forms"
    with={{ ...props, Beginning, Text: TextMessage }}
    meanwhile={<Waiting of="forms" {...props} />}
  />
);

/** The components of the message kinds. A new kind needs one file and one row here. */
const KINDS: Record<string, ComponentType<KindProps>> = {
  text: RichText,
  image: ImageMessage,
  file: FileMessage,
  carousel: CarouselMessage,
  list: ListMessage,
  location: LocationMessage,
  form: Form,
  formResponse: Form,
};

/**
 * Draws a message by its kind; an unknown kind shows its text, so that no answer of the service can break the
 * log.
 */
export const RichMessage = (props: KindProps) => {
  const { message } = props;
  const { type, raw } = message;
  // Draw a file that is still uploading; the service decides later what kind of message it becomes.
  if (message.isOptimistic && message.mediaType !== undefined)
    return <Feature name="attachments" with={{ ...props, sizeOf: fileSize }} />;
  const Kind = Object.hasOwn(KINDS, type) ? (KINDS[type] as ComponentType<KindProps>) : TextMessage;
  const actions = decodeActions(raw.actions);
  return (
    <>
      <Marks {...props} />
      <Quoted {...props} />
      <Kind {...props} />
      <References {...props} />
      <Actions actions={actions} scope={message.key} />
      <Replies message={message} actions={actions} />
    </>
  );
};
