import { signal } from '@preact/signals-react';
import type { User } from '../../../slices/user';
import type { Json } from '../../../wire/decode';

/** The external id of the person who is logged in with a token. */
const personOf = ({ auth }: Pick<User, 'auth'>): string | undefined =>
  auth.value?.type === 'jwt' ? auth.value.externalId : undefined;

/**
 * The page's values, by name. A value set during a login is for that user alone; any other is for every visitor
 * of the page.
 */
export const createValues = (user: Pick<User, 'auth'>) => {
  const held = signal<ReadonlyMap<string, { value: unknown; of: string | undefined }>>(new Map());
  return {
    take(values: Json) {
      const of = personOf(user);
      held.value = new Map([
        ...held.value,
        ...Object.entries(values).map(([name, value]) => [name, { value, of }] as const),
      ]);
    },
    /** The values for the visitor of now. A read follows changes. */
    now(): Json {
      const person = personOf(user);
      const own = [...held.value].filter(([, { of }]) => of === undefined || of === person);
      return Object.fromEntries(own.map(([name, { value }]) => [name, value]));
    },
    forget() {
      held.value = new Map();
    },
  };
};
