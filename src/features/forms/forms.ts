import { createElement } from 'react';
import type { Needs } from '../../conversation/featureDeps';
import type { FormProps } from '../../conversation/features';
import { FormProvider } from '../../messageKinds/form/context';
import { submitForm } from '../../services/conversationCalls';
import { FormView } from './FormView';
import { createFormStates } from './formState';
import { createKeptForms } from './keepForms';
import { ownerOf, storeOf } from './owner';
import { createFormFlow } from './submitForm';

/** Forms and their responses; loads with the first form shown. */
const createForms = ({
  slices,
  delivery,
  page,
  storages,
  createId,
  report,
  onDispose,
}: Needs<
  'page' | 'storages' | 'createId' | 'report' | 'onDispose',
  'messages' | 'conversations' | 'settings' | 'user',
  'http' | 'author'
>) => {
  const { http, author } = delivery;
  const { messages, conversations, settings, user } = slices;
  const owner = ownerOf(user);
  const kept = createKeptForms({
    store: storeOf(user, storages),
    integrationId: settings.integrationId,
    owner,
    isOver: user.isOver,
  });
  onDispose(page.onVisible((now) => now || kept.flush()));
  const forms = createFormFlow({
    forms: createFormStates(kept),
    messages,
    conversations,
    submit: (conversationId, answer) => submitForm(http, conversationId, author(), answer),
    createId,
    owner,
    report,
  });
  onDispose(forms.dispose);
  // This runs before `forms.dispose`, which empties the forms.
  onDispose(kept.flush);
  return (props: FormProps) => createElement(FormProvider, { value: forms }, createElement(FormView, props));
};

export { createForms as create };
