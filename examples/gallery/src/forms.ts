import { signal } from '@preact/signals-react';
import { createElement } from 'react';
import { fieldProblem } from '../../../src/model/formRules';
import { createForms } from '../../../src/slices/forms';
import type { KindProps } from '../../../src/ui/messageLog/messageKinds';
import { type FormActions, FormProvider } from '../../../src/ui/messageLog/rich/forms/context';
import { RichMessage } from '../../../src/ui/messageLog/rich/RichMessage';
import { Notices } from '../../../src/ui/notices/Notices';
import { WaitTime } from '../../../src/ui/waitTime/WaitTime';

/** The form that is shown as having failed. */
export const FAILED_FORM = 'failed-form';

/** Forms that can be filled in, and never arrive anywhere. */
const createShownForms = (): FormActions => {
  const forms = createForms();
  forms.patch(FAILED_FORM, { formSubmissionStatus: 'failed', values: { boat: 'elk' } });
  return {
    state: forms.of,
    answered: () => signal(false),
    quoted: () => undefined,
    change(id, { name }, value) {
      forms.patch(id, { values: { ...forms.of(id).peek().values, [name]: value } });
    },
    back: (id) => forms.patch(id, { step: Math.max(1, forms.of(id).peek().step - 1) }),
    next(id, steps) {
      const { step, values } = forms.of(id).peek();
      const field = steps[step - 1];
      if (!field || fieldProblem(field, values[field.name] ?? '')) return;
      forms.patch(id, step < steps.length ? { step: step + 1 } : { formSubmissionStatus: 'failed' });
    },
  };
};

export const createRich = () => {
  const value = createShownForms();
  return (props: KindProps) => createElement(FormProvider, { value }, createElement(RichMessage, props));
};

export const createBanner = () => {
  const config = { waitTimeEnabled: true, queuePositionEnabled: true, onlyDecreasingQueue: false };
  return () => createElement(WaitTime, { config, waiting: signal({ position: 3, responseTime: 540 }) });
};

export const createNotices = () => () =>
  createElement(Notices, { privacyNoticeUrl: 'https://example.com/privacy', showZendeskLogo: true });
