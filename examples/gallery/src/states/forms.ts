import type { FormState } from '../../../../src/messageKinds/form/context';
import { base, type GalleryState, mara, visitor } from '../fixtures';

const NAME = { type: 'text', name: 'name', label: 'Name' };
const EMAIL = { type: 'email', name: 'mail', label: 'Email', placeholder: 'you@example.com' };
const BOAT = {
  type: 'select',
  name: 'boat',
  label: 'Boat',
  options: [
    { name: 'otter', label: 'The Otter' },
    { name: 'elk', label: 'The Elk' },
  ],
};
const LENGTH = { type: 'text', name: 'length', label: 'Length in cm', format: 'integer' };
const STORY = { type: 'text', name: 'story', label: 'Your story', minSize: 10, maxSize: 20 };

const form = (id: string, ...fields: object[]) => mara('', 3, { _id: id, type: 'form', fields });
const submitAll = (card: Document) => {
  for (const one of card.forms) if (one.closest('[role=log]')) one.requestSubmit();
};

const one = (name: string, fields: object[], state: Partial<FormState> = {}): GalleryState => ({
  ...base,
  name,
  messages: [mara('So that we can keep the Elk for you:', 4), form('form', ...fields)],
  forms: { form: state },
});

/** Forms at each step, and their responses. */
export const FORMS: readonly GalleryState[] = [
  one('Form', [NAME, EMAIL]),
  {
    ...base,
    name: 'Form that asks for an address',
    messages: [
      visitor('Have you got it in blue?', 9),
      mara(
        'Nobody has replied yet. If you leave your email address, we’ll also send the reply there. This is optional.',
        4,
        { _id: 'offer', type: 'form', fields: [{ type: 'email', name: 'email', label: 'Email address' }] },
      ),
    ],
  },
  one('Form, at its last step', [NAME, EMAIL, BOAT], { step: 3, values: { name: 'Ann', boat: 'elk' } }),
  one('Form on its way', [NAME, EMAIL, BOAT], {
    step: 3,
    values: { boat: 'elk' },
    formSubmissionStatus: 'pending',
  }),
  one('Form that failed', [BOAT], { values: { boat: 'elk' }, formSubmissionStatus: 'failed' }),
  {
    ...base,
    name: 'Form without an answer',
    messages: [form('a', NAME), form('b', EMAIL), form('c', BOAT)],
    act: submitAll,
  },
  {
    ...base,
    name: 'Form with a wrong answer',
    messages: [form('a', EMAIL), form('b', LENGTH)],
    forms: { a: { values: { mail: 'ann@boats' } }, b: { values: { length: 'six' } } },
    act: submitAll,
  },
  {
    ...base,
    name: 'Form with too little and too much',
    messages: [form('a', STORY), form('b', STORY)],
    forms: { a: { values: { story: 'Short' } }, b: { values: { story: 'It was a dark and stormy night' } } },
    act: submitAll,
  },
  {
    ...base,
    name: 'Form that is answered',
    messages: [
      visitor('', 6, {
        type: 'formResponse',
        quotedMessage: { content: { name: 'Mara' } },
        fields: [
          { ...NAME, text: 'Ann Example' },
          { ...EMAIL, email: 'ann@example.com' },
          { ...BOAT, select: [{ name: 'elk', label: 'The Elk' }] },
        ],
      }),
      mara('Thank you, Ann.', 3),
    ],
  },
];
