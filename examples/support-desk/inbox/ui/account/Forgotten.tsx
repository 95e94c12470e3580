import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { SigningIn } from '../../state/account/signingIn';
import { TextField } from '../parts/TextField';
import { Problem } from './Problem';

/** Asks for the address to which a link for a new password is sent. */
export const Forgotten = ({ form }: { form: SigningIn }) => {
  const [email, setEmail] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const errorId = useId();
  useLayoutEffect(() => first.current?.focus(), []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void form.ask(email.trim());
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
        hint="The one that you sign in with. You get an email with a link for a new password."
        invalid={form.problem.value !== undefined}
        errorId={errorId}
      />
      <Problem id={errorId} form={form} />
      <button type="submit" class="button primary" disabled={form.busy.value}>
        {form.busy.value ? 'Sending…' : 'Send the link'}
      </button>
      <button type="button" class="button quiet" onClick={form.restart}>
        Back to signing in
      </button>
    </form>
  );
};

/** What is shown once a link is on its way, if somebody has the address. */
export const Asked = ({ form }: { form: SigningIn }) => {
  const text = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => text.current?.focus(), []);
  return (
    <>
      <p ref={text} class="secondary" tabIndex={-1}>
        If an agent has this address, an email with a link is on its way. The link works for an hour. If
        nothing arrives, look in the spam folder, or ask an admin for a link.
      </p>
      <button type="button" class="button quiet" onClick={form.restart}>
        Back to signing in
      </button>
    </>
  );
};
