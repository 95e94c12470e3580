import type { ComponentChildren } from 'preact';
import { type ApiFailure, failureWords } from '../../model/apiResult';
import type { Loaded } from '../../state/parts/loaded';
import { Notice } from './Notice';

type NotLoadedProps = {
  /** What did not load, as a sentence begins: 'The team'. */
  what: string;
  status: 'unread' | 'loading' | 'ready' | ApiFailure;
  retry(): void;
};

/** That something is on its way, or why it did not load. */
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
  /** What did not load, as a sentence begins: 'The team'. */
  what: string;
  children(value: T): ComponentChildren;
};

/** Shows what was loaded, or that it is under way, or why it failed. */
export const LoadedView = <T,>({ of, what, children }: Props<T>) => {
  const value = of.value.value;
  if (value !== undefined) return <>{children(value)}</>;
  return <NotLoaded what={what} status={of.status.value} retry={() => void of.refresh()} />;
};
