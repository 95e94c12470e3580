import { createLazy } from '@porch/messenger/platform/lazy';
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'react';
import type { LinkPageProps } from './account/LinkPage';
import { Notice } from './parts/Notice';

/** A part of the inbox that loads when it is first shown. */
const lazyPage = <Props extends object>(load: () => Promise<FunctionComponent<Props>>) => {
  const once = createLazy(load);
  return (props: Props) => {
    const [Part, setPart] = useState<FunctionComponent<Props> | undefined>(undefined);
    const [failed, setFailed] = useState(false);
    const fetchPart = (): void => {
      setFailed(false);
      once().then(
        (part) => setPart(() => part),
        () => setFailed(true),
      );
    };
    useEffect(fetchPart, []);
    if (Part) return <Part {...props} />;
    if (failed) {
      return (
        <Notice
          icon="alert"
          title="This page did not load"
          role="alert"
          action={{ label: 'Try again', run: fetchPart }}
        >
          Check the connection and try again.
        </Notice>
      );
    }
    return (
      <p class="opening secondary settings-wait" role="status">
        Loading…
      </p>
    );
  };
};

export const LinkPage = lazyPage<LinkPageProps>(async () => (await import('./account/LinkPage')).LinkPage);
export const AccountPage = lazyPage(async () => (await import('./account/AccountPage')).AccountPage);
export const PeoplePage = lazyPage(async () => (await import('./people/PeoplePage')).PeoplePage);
export const PersonPage = lazyPage<{ appUserId: string }>(
  async () => (await import('./people/PersonPage')).PersonPage,
);
export const RefusedPage = lazyPage(async () => (await import('./emails/RefusedPage')).RefusedPage);
export const StartPage = lazyPage(async () => (await import('./start/StartPage')).StartPage);
export const TeamSection = lazyPage(async () => (await import('./team/TeamSection')).TeamSection);
export const KeysSection = lazyPage(async () => (await import('./team/KeysSection')).KeysSection);
export const SavedRepliesSection = lazyPage(
  async () => (await import('./writing/SavedRepliesSection')).SavedRepliesSection,
);
export const IntegrationsSection = lazyPage(
  async () => (await import('./integrations/IntegrationsSection')).IntegrationsSection,
);
export const AuditSection = lazyPage(async () => (await import('./team/AuditSection')).AuditSection);
