import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { createLoaded } from '../../state/parts/loaded';
import { Announcer } from '../parts/Announcer';
import { PageHeader } from '../parts/PageHeader';
import { useDesk } from '../parts/view';
import { Alerts } from './Alerts';
import { FaceForm } from './FaceForm';
import { PasswordForm } from './PasswordForm';
import { ProfileForm } from './ProfileForm';
import { SecondFactor } from './SecondFactor';
import { Sessions } from './Sessions';

export const AccountPage = () => {
  const { workspace } = useDesk();
  const { api, fail } = workspace;
  const back = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => back.current?.focus(), []);
  const sessions = useMemo(() => createLoaded(api.account.sessions, fail), [api, fail]);
  useEffect(() => void sessions.refresh(), [sessions]);
  return (
    <main class="account">
      <PageHeader title="My account" back={back} />
      <div class="account-scroll">
        <div class="account-body">
          <ProfileForm />
          <FaceForm />
          <Alerts />
          <PasswordForm onChanged={() => void sessions.refresh()} />
          <SecondFactor />
          <Sessions sessions={sessions} />
        </div>
      </div>
      <Announcer />
    </main>
  );
};
