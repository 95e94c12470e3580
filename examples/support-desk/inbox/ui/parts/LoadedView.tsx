import type { ComponentChildren } from 'preact';
import { type ApiFailure, failureWords } from '../../model/apiResult';
import type { Loaded } from '../../state/parts/loaded';
import { Notice } from './Notice';

type NotLoadedProps = {
  /** The start of a sentence about what did not load: 'The team'. */
  what: string;
  status: 'unread' | 'loading' | 'ready' | ApiFailure;
  retry(): void;
};

/** Shows that something is loading, or why it did not load. */
export const NotLoaded = ({ what, status, retry }: NotLoadedProps) => {
  if (status === 'unread' || status === 'loading' || status === 'ready') {
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
      action={{ label: 'Try again', run: retry }}
    >
      {failureWords[status]}
    </Notice>
  );
};

type Props<T> = {
  of: Loaded<T>;
  /** The start of a sentence about what did not load: 'The team'. */
  what: string;
  children(value: T): ComponentChildren;
};

/** Shows what has loaded, that it is loading, or why it failed. */
export const LoadedView = <T,>({ of, what, children }: Props<T>) => {
  const value = of.value.value;
  if (value !== undefined) return <>{children(value)}</>;
  return <NotLoaded what={what} status={of.status.value} retry={() => void of.refresh()} />;
};
