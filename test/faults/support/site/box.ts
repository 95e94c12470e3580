import { effect, untracked } from '@preact/signals-react';
import { createDrafts } from '../../../../src/conversation/composer/keepDraft';
import { createFormStates } from '../../../../src/features/forms/formState';
import { createKeptForms } from '../../../../src/features/forms/keepForms';
import { ownerOf, storeOf } from '../../../../src/features/forms/owner';
import { createFormFlow } from '../../../../src/features/forms/submitForm';
import type { AssembledMessenger } from '../../../support/assemble';

const FORM = 'form';
const FIELD = { type: 'text', name: 'name', label: 'Name', minSize: 0, maxSize: 99, options: [] } as const;

/** What a visitor writes on a page and has not sent: the text in the box, and a form. */
export const createBox = (messenger: AssembledMessenger) => {
  const { slices, storages, clock, createId, report } = messenger;
  const { user, messages, conversations } = slices;
  const kept = { store: storages.lasting, integrationId: slices.settings.integrationId };
  const owner = ownerOf(user);
  const drafts = createDrafts({ ...kept, clock, user, active: conversations.active });
  const flow = createFormFlow({
    ...{ messages, conversations, createId, report, owner },
    forms: createFormStates(
      createKeptForms({ ...kept, store: storeOf(user, storages), owner, isOver: user.isOver }),
    ),
    submit: () => new Promise(() => {}),
  });
  let text = '';
  const follow = () => {
    text = drafts.follow(text) ?? text;
  };
  const stop = effect(() => {
    void drafts.key.value;
    untracked(follow);
  });
  const offChange = storages.onForeignChange((key) => drafts.guard(key));
  return {
    type(next: string) {
      text = next;
      follow();
    },
    fill: (value: string) => flow.change(FORM, { ...FIELD, options: [] }, value),
    /** All that is on the page. */
    shown: () => `${text} ${flow.state(FORM).value.values[FIELD.name] ?? ''}`,
    close() {
      stop();
      offChange();
      flow.dispose();
    },
  };
};
