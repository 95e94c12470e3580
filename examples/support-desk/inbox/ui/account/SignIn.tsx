import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Session, SessionEnd } from '../../state/account/session';
import { createSigningIn, type SigningIn } from '../../state/account/signingIn';
import { Notice } from '../parts/Notice';
import { TextField } from '../parts/TextField';
import { Asked, Forgotten } from './Forgotten';
import { Problem } from './Problem';

const ENDED: Record<SessionEnd, string> = {
  expired: 'Your sign-in has ended. Sign in again to go on; your drafts are kept.',
  elsewhere: 'You signed out in another tab. Your drafts in this one are kept.',
  unconfirmed:
    'The desk could not be told that you signed out. Once it can be reached again, reload this page and sign out again.',
};

const Submit = ({ form }: { form: SigningIn }) => (
  <button type="submit" class="button primary" disabled={form.busy.value}>
    {form.busy.value ? 'Signing in…' : 'Sign in'}
  </button>
);

const Forgot = ({ form }: { form: SigningIn }) =>
  form.offer.value.mailsLinks ? (
    <button type="button" class="button quiet" onClick={form.forgot}>
      Forgot your password?
    </button>
  ) : (
    <p class="secondary">Forgot your password? An admin of your team can make you a link for a new one.</p>
  );

const Password = ({ form }: { form: SigningIn }) => {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const errorId = useId();
  useLayoutEffect(() => first.current?.focus(), []);
  const failed = form.problem.value !== undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void form.password(email.trim(), password);
      }}
    >
      <TextField
        label="Email address"
        type="email"
        autocomplete="username"
        required
        field={first}
        value={email}
        onInput={setEmail}
        invalid={failed}
        errorId={errorId}
      />
      <TextField
        label="Password"
        type="password"
        autocomplete="current-password"
        required
        value={password}
        onInput={setPassword}
        invalid={failed}
        errorId={errorId}
      />
      <Problem id={errorId} form={form} />
      <Submit form={form} />
      <Forgot form={form} />
    </form>
  );
};

export const Code = ({ form }: { form: SigningIn }) => {
  const [code, setCode] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const errorId = useId();
  useLayoutEffect(() => first.current?.focus(), []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void form.code(code.trim());
      }}
    >
      <TextField
        label="Code"
        autocomplete="one-time-code"
        required
        maxLength={40}
        field={first}
        value={code}
        onInput={setCode}
        hint="The code that your authenticator app shows, or one of your recovery codes."
        invalid={form.problem.value !== undefined}
        errorId={errorId}
      />
      <Problem id={errorId} form={form} />
      <Submit form={form} />
      <button type="button" class="button quiet" onClick={form.restart}>
        Use another account
      </button>
    </form>
  );
};

const TITLES = {
  password: 'Sign in to the inbox',
  code: 'Sign in to the inbox',
  forgotten: 'Forgot your password?',
  asked: 'Look into your mailbox',
};

const STEPS = { password: Password, code: Code, forgotten: Forgotten, asked: Asked };

const Demo = ({ form }: { form: SigningIn }) => {
  const { demo: names, needsDemoLink } = form.offer.value;
  if (needsDemoLink)
    return (
      <div class="sign-in-demo">
        <p class="secondary">
          This desk is a demo. To sign in without a password, open the link to the inbox that the desk has
          printed in its terminal.
        </p>
      </div>
    );
  if (names.length === 0) return null;
  return (
    <div class="sign-in-demo">
      <p class="secondary">This desk is a demo. Its agents need no password.</p>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          class="button"
          disabled={form.busy.value}
          onClick={() => void form.demo(name)}
        >
          Continue as {name}
        </button>
      ))}
    </div>
  );
};

/** Asks for email and password, then for the code of the second factor if the agent has one. */
export const SignIn = ({ session }: { session: Session }) => {
  const form = useMemo(() => createSigningIn(session), [session]);
  useEffect(() => void form.load(), [form]);
  const state = session.state.value;
  const ended = state.status === 'signedOut' ? state.ended : undefined;
  const { demo, needsSetup } = form.offer.value;
  const Form = STEPS[form.step.value];
  if (needsSetup && demo.length === 0) {
    return (
      <main class="alone">
        <Notice
          icon="person"
          title="This desk has no agents yet"
          alone
          action={{ label: 'Check again', run: () => void form.load() }}
        >
          When the desk starts, it prints a link for its first admin. Open that link here.
        </Notice>
      </main>
    );
  }
  return (
    <main class="alone">
      <div class="sign-in">
        <span class="brand-mark" aria-hidden="true" />
        <h1>{TITLES[form.step.value]}</h1>
        {ended && (
          <p class="secondary" role="alert">
            {ENDED[ended]}
          </p>
        )}
        <Form form={form} />
        <Demo form={form} />
      </div>
    </main>
  );
};
