import type { KindName } from '@porch/messenger/messageKinds/texts';

type Kind = {
  /** What the inbox calls it. */
  tag: string;
  /** What its content has besides `text`. `bodies/messages.ts` has the limits of each field. */
  fields: readonly string[];
};

/** What visitors, programs and the inbox see of each kind of message. A kind of the messenger without a row does not compile. */
export const KINDS: Readonly<Record<KindName, Kind>> = {
  text: { tag: 'Text', fields: ['markdownText', 'payload', 'actions'] },
  image: {
    tag: 'Image',
    fields: ['mediaUrl', 'mediaType', 'mediaSize', 'altText', 'attachmentId', 'actions'],
  },
  file: { tag: 'File', fields: ['mediaUrl', 'mediaType', 'mediaSize', 'altText', 'attachmentId'] },
  carousel: { tag: 'Carousel', fields: ['items', 'displaySettings'] },
  list: { tag: 'List', fields: ['items', 'actions'] },
  location: { tag: 'Location', fields: ['coordinates', 'location'] },
  form: { tag: 'Form', fields: ['fields', 'blockChatInput', 'submitted'] },
  formResponse: { tag: 'Form answer', fields: ['fields', 'textFallback'] },
  template: { tag: 'Template', fields: ['template', 'textFallback'] },
};

/** The row of a type; none for one that the messenger does not know. */
export const kindOf = (type: string): Kind | undefined =>
  Object.hasOwn(KINDS, type) ? KINDS[type as KindName] : undefined;
