import type { ComponentChildren } from 'preact';
import { failureWords } from '../apiResult';
import type { Loaded } from '../state/loaded';
import { Notice } from './Notice';

type Props<T> = {
  of: Loaded<T>;
  /** What did not load, as a sentence begins: 'The team'. */
  what: string;
  children(value: T): ComponentChildren;
};

/** Shows what was loaded, or that it is under way, or why it failed. */
export const LoadedView = <T,>({ of, what, children }: Props<T>) => {
  const value = of.value.value;
  const status = of.status.value;
  if (value !== undefined) return <>{children(value)}</>;
  if (status === 'loading' || status === 'ready') {
    return (
      <p class="opening secondary" role="status">
        Loading…
      </p>
    );
  }
  return (
    <Notice
      icon="alert"
      title={`${what} did not load`}
      role="alert"
      action={{ label: 'Try again', run: () => void of.refresh() }}
    >
      {failureWords[status]}
    </Notice>
  );
};
