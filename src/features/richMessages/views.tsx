import type { ComponentType } from 'react';
import { Feature } from '../../conversation/Feature';
import type { KindProps } from '../../conversation/features';
import { Beginning, TextMessage } from '../../conversation/log/LongText';
import { Waiting } from '../../conversation/log/Waiting';
import { CarouselMessage } from '../../messageKinds/carousel/CarouselMessage';
import { FileMessage } from '../../messageKinds/file/FileMessage';
import { formSteps } from '../../messageKinds/form/decode';
import { answerRows } from '../../messageKinds/formResponse/decode';
import { ImageMessage } from '../../messageKinds/image/ImageMessage';
import { ListMessage } from '../../messageKinds/list/ListMessage';
import { LocationMessage } from '../../messageKinds/location/LocationMessage';
import { RichText } from '../../messageKinds/text/RichText';
import type { KindName } from '../../messageKinds/texts';

/** Forms are a separate feature. It receives what this file already has: the decoded form and long texts. */
const Form = (props: KindProps) => {
  const { fields } = props.message;
  const read = { steps: formSteps(fields), rows: answerRows(fields) };
  return (
    <Feature
      name="forms"
      with={{ ...props, ...read, Beginning, Text: TextMessage }}
      meanwhile={<Waiting of="forms" {...props} />}
    />
  );
};

/**
 * The view of each message kind. One that `messageKinds/texts.ts` has and this table lacks does not compile. An unknown
 * kind shows its text.
 */
export const VIEWS: Record<string, ComponentType<KindProps>> = {
  text: RichText,
  image: ImageMessage,
  file: FileMessage,
  location: LocationMessage,
  carousel: CarouselMessage,
  list: ListMessage,
  form: Form,
  formResponse: Form,
  template: TextMessage,
} satisfies Record<KindName, ComponentType<KindProps>>;
