import { useLayoutEffect, useRef, useState } from 'react';
import { failureWords } from '../apiResult';
import type { Session } from '../state/session';

const WORDS = {
  ...failureWords,
  unauthorized: 'That token was not accepted. Check it and try again.',
  expired: 'Your sign-in has ended. Sign in again to go on; your drafts are kept.',
};

/** Asks for the agent token. */
export const SignIn = ({ session }: { session: Session }) => {
  const [token, setToken] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const state = session.state.value;
  const failure = state.status === 'signedOut' ? state.failure : undefined;
  const checking = state.status === 'checking';
  useLayoutEffect(() => {
    if (!checking) input.current?.focus();
  }, [checking]);

  return (
    <main class="alone">
      <form
        class="sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          if (!checking && token.trim()) void session.signIn(token);
        }}
      >
        <span class="brand-mark" aria-hidden="true" />
        <h1>Sign in to the inbox</h1>
        <p class="secondary">The desk prints the agent token when it starts. Ask the person who runs it.</p>
        <label for="agent-token">Agent token</label>
        <input
          id="agent-token"
          ref={input}
          type="password"
          autocomplete="current-password"
          spellcheck={false}
          required
          value={token}
          disabled={checking}
          aria-invalid={failure === 'unauthorized'}
          aria-describedby={failure ? 'sign-in-error' : undefined}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        {failure && (
          <p id="sign-in-error" class="error" role="alert">
            {WORDS[failure]}
          </p>
        )}
        <button type="submit" class="button primary" disabled={checking}>
          {checking ? 'Signing in…' : 'Sign in'}
        </button>
      </form>
    </main>
  );
};
