import { encodeQr } from '@porch/messenger/features/channelLinking/encodeQr';
import { useMemo, useState } from 'react';
import type { SecondFactorAnswer } from '../../../shared/answers/accounts';
import { CopyField } from '../parts/CopyField';
import { TextField } from '../parts/TextField';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';
import { AccountForm } from './AccountForm';
import { OwnPassword } from './OwnPassword';
import { useSecretCall } from './useSecretCall';

/** The margin around a QR code, in modules. */
const QUIET = 3;

/** Always dark on white, for cameras. */
const Qr = ({ text }: { text: string }) => {
  const { path, size } = useMemo(() => encodeQr(text), [text]);
  const all = size + 2 * QUIET;
  return (
    <svg
      class="qr"
      viewBox={`${-QUIET} ${-QUIET} ${all} ${all}`}
      role="img"
      aria-label="QR code for your authenticator app"
    >
      <path d={path} />
    </svg>
  );
};

/** The secret of an `otpauth:` address, in groups of four, for typing. */
const secretOf = (uri: string): string => {
  const secret = new URLSearchParams(uri.split('?')[1]).get('secret') ?? '';
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
};

const Recovery = ({ codes }: { codes: readonly string[] }) => (
  <>
    <p class="secondary">
      Keep these recovery codes in a safe place. Each works once, should you lose your phone. They are shown
      only now.
    </p>
    <ul class="recovery-codes" aria-label="Recovery codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <CopyField label="All recovery codes" value={codes.join(' ')} />
  </>
);

const TurnOn = ({ setup, onDone }: { setup: SecondFactorAnswer; onDone(): void }) => {
  const { api } = useDesk().workspace;
  const call = useSecretCall();
  const [code, setCode] = useState('');
  const submission = useSubmission(
    () => call(api.account.confirmSecondFactor(code.trim()), 'That code is not right.'),
    onDone,
  );
  return (
    <AccountForm title="Second factor" act="Turn it on" submission={submission} done="" asked>
      <p class="secondary">
        Scan this with an authenticator app, or type the key into it. Then write the code that the app shows.
      </p>
      <div class="second-factor">
        <Qr text={setup.uri} />
        <p class="secondary">
          Key: <code class="secret">{secretOf(setup.uri)}</code>
        </p>
      </div>
      <Recovery codes={setup.recoveryCodes} />
      <TextField
        label="Code"
        autocomplete="one-time-code"
        inputMode="numeric"
        required
        maxLength={10}
        value={code}
        onInput={setCode}
      />
    </AccountForm>
  );
};

const TurnOff = ({ asked, onDone }: { asked: boolean; onDone(): void }) => {
  const { api } = useDesk().workspace;
  const call = useSecretCall();
  const [password, setPassword] = useState('');
  const submission = useSubmission(
    () => call(api.account.removeSecondFactor(password), 'The password is not right.'),
    onDone,
  );
  return (
    <AccountForm title="Second factor" act="Turn it off" submission={submission} done="" asked={asked}>
      <p class="secondary">It is on: you sign in with your password and a code of your authenticator app.</p>
      <OwnPassword value={password} onInput={setPassword} />
    </AccountForm>
  );
};

type BeginProps = { done: string; asked: boolean; onAsk(): void; onBegun(setup: SecondFactorAnswer): void };

const Begin = ({ done, asked, onAsk, onBegun }: BeginProps) => {
  const { api } = useDesk().workspace;
  const call = useSecretCall();
  const [password, setPassword] = useState('');
  const submission = useSubmission(
    () => {
      onAsk();
      return call(api.account.beginSecondFactor(password), 'The password is not right.', onBegun);
    },
    () => {},
  );
  return (
    <AccountForm title="Second factor" act="Set it up" submission={submission} done={done} asked={asked}>
      <p class="secondary">
        With it, a stolen password is not enough to sign in: you also need a code of an app on your phone.
      </p>
      <OwnPassword value={password} onInput={setPassword} />
    </AccountForm>
  );
};

/** Turns two-factor authentication on and off. */
export const SecondFactor = () => {
  const { self } = useDesk().workspace;
  const [setup, setSetup] = useState<SecondFactorAnswer | undefined>(undefined);
  const [done, setDone] = useState('');
  const [changedOnce, setChangedOnce] = useState(false);
  const changed = (hasSecondFactor: boolean, words: string): void => {
    self.set({ ...self.agent.peek(), hasSecondFactor });
    setSetup(undefined);
    setChangedOnce(true);
    setDone(words);
  };
  if (self.agent.value.hasSecondFactor) {
    return (
      <TurnOff
        asked={changedOnce}
        onDone={() => changed(false, 'It is off: your password is enough to sign in.')}
      />
    );
  }
  if (setup) return <TurnOn setup={setup} onDone={() => changed(true, '')} />;
  return <Begin done={done} asked={changedOnce} onAsk={() => setDone('')} onBegun={setSetup} />;
};
