import type { ReadonlySignal } from '@preact/signals-react';
import type { FormState } from '../../messageKinds/form/context';
import type { Store } from '../../platform/storage';
import { clamp, obj, str } from '../../wire/decode';
import type { KeptForms } from './formState';

/** Upper limit for a stored step number; no form has more steps. */
const MOST_STEPS = 1000;

const parse = (text: string | null) => {
  try {
    return obj(JSON.parse(text ?? ''));
  } catch {
    return {};
  }
};

/** Validates a stored form: storage may hold anything. */
const decode = (value: unknown): Partial<FormState> => {
  const { step, values, referenceId } = obj(value);
  const filled = Object.entries(obj(values)).filter(([, v]) => typeof v === 'string');
  return {
    step: Math.floor(clamp(step, 1, MOST_STEPS) ?? 1),
    values: Object.fromEntries(filled) as Record<string, string>,
    referenceId: str(referenceId),
  };
};

/**
 * Keeps partly filled forms over reloads until they are submitted. They share one storage entry, which is
 * removed with the visitor (`slices/user.ts`). Like drafts they need the consent for functional storage.
 */
export const createKeptForms = (deps: {
  /** Where the visitor's entries are. */
  store: () => Store;
  integrationId: string;
  /** The id of the visitor whose forms are shown. */
  owner: ReadonlySignal<string | undefined>;
  /** Whether the visitor has left in another tab, and this one has not followed. */
  isOver: () => boolean;
}): KeptForms & { flush(): void } => {
  const { store, owner } = deps;
  const key = `${deps.integrationId}.forms`;
  /** Changes that could not be stored yet: the visitor is not known. */
  const waiting = new Map<string, FormState>();
  /** The stored forms by form id; empty if they belong to another visitor. */
  const read = (): Record<string, Partial<FormState>> => {
    const { user: whose, forms } = parse(store().get(key));
    if (whose !== owner.peek()) return {};
    return Object.fromEntries(Object.entries(obj(forms)).map(([id, state]) => [id, decode(state)]));
  };
  const flush = () => {
    if (deps.isOver()) waiting.clear();
    const whose = owner.peek();
    if (!waiting.size || !whose) return;
    const forms = read();
    for (const [id, { step, values, referenceId, formSubmissionStatus }] of waiting) {
      if (formSubmissionStatus === 'success') delete forms[id];
      else forms[id] = { step, values, referenceId };
    }
    waiting.clear();
    if (Object.keys(forms).length === 0) store().remove(key);
    else store().set(key, JSON.stringify({ user: whose, forms }));
  };
  return {
    flush,
    get(id) {
      const forms = read();
      return Object.hasOwn(forms, id) ? forms[id] : undefined;
    },
    set(id, state) {
      waiting.set(id, state);
      // At once: a login passes on what is stored, and a reload must not restore a sent form.
      flush();
    },
    forget: () => waiting.clear(),
  };
};
