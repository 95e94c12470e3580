import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { PASSWORD_LENGTH } from '../../../shared/accountFields';
import type { LinkAnswer } from '../../../shared/answers/accounts';
import { type ApiRefusal, failureWords } from '../../model/apiResult';
import type { Session } from '../../state/account/session';
import { attemptWords } from '../../state/account/signingIn';
import { Notice } from '../parts/Notice';
import { TextField } from '../parts/TextField';
import { useSubmission } from '../parts/useSubmission';
import { PASSWORD_RULE, passwordProblem } from './passwordRule';

export type LinkPageProps = { session: Session; token: string };

const WORDS: Record<
  LinkAnswer['kind'],
  { title: string; act: string; acting: string; text(role: string): string }
> = {
  setup: {
    title: 'Set up the inbox',
    act: 'Set up and sign in',
    acting: 'Setting up…',
    text: () => 'You become the desk’s first admin, who invites the others.',
  },
  invitation: {
    title: 'Join the team',
    act: 'Join and sign in',
    acting: 'Joining…',
    text: (role) => `You were invited as an ${role}. Visitors may see your name.`,
  },
  reset: {
    title: 'Set a new password',
    act: 'Save and sign in',
    acting: 'Saving…',
    text: () => 'Your other sessions end.',
  },
};

const USED = 'This link was used or is too old. Ask for another one.';

const LinkForm = ({ session, token, answer }: LinkPageProps & { answer: LinkAnswer }) => {
  const { kind, role } = answer;
  const words = WORDS[kind];
  const [name, setName] = useState(answer.name ?? '');
  const [email, setEmail] = useState(answer.email ?? '');
  const [password, setPassword] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const errorId = useId();
  useLayoutEffect(() => first.current?.focus(), []);
  const isReset = kind === 'reset';

  const save = async (): Promise<string | undefined> => {
    const wrong = passwordProblem(password);
    if (wrong) return wrong;
    const person = isReset ? {} : { name: name.trim(), email: email.trim() };
    const done = await session.api.signIn.useLink(token, { ...person, password });
    if (!done.ok) return done.failure === 'notFound' ? USED : attemptWords(done, USED);
    return undefined;
  };
  const submission = useSubmission(save, () => {
    session.leaveLink();
    void session.entered();
  });
  const failed = submission.problem !== undefined;

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submission.submit();
      }}
    >
      <p class="secondary">{words.text(role)}</p>
      {!isReset && (
        <TextField
          label="Name"
          autocomplete="name"
          required
          maxLength={100}
          field={first}
          value={name}
          onInput={setName}
        />
      )}
      <TextField
        label="Email address"
        type="email"
        autocomplete="username"
        required
        readOnly={isReset}
        value={email}
        onInput={setEmail}
        hint={isReset ? undefined : 'You sign in with it.'}
      />
      <TextField
        label="New password"
        type="password"
        autocomplete="new-password"
        required
        maxLength={PASSWORD_LENGTH.most}
        field={isReset ? first : undefined}
        value={password}
        onInput={setPassword}
        hint={PASSWORD_RULE}
        invalid={failed}
        errorId={errorId}
      />
      {failed && (
        <p id={errorId} class="error" role="alert">
          {submission.problem}
        </p>
      )}
      <button type="submit" class="button primary" disabled={submission.busy}>
        {submission.busy ? words.acting : words.act}
      </button>
    </form>
  );
};

/** The page of a one-use link: for the first admin, an invited agent or a new password. */
export const LinkPage = ({ session, token }: LinkPageProps) => {
  const [answer, setAnswer] = useState<LinkAnswer | ApiRefusal | undefined>(undefined);
  const read = async (): Promise<void> => {
    setAnswer(undefined);
    const result = await session.api.signIn.readLink(token);
    setAnswer(result.ok ? result.value : result);
  };
  useEffect(() => void read(), []);
  const state = session.state.value;

  if (answer === undefined) {
    return (
      <main class="alone">
        <p class="opening secondary" role="status">
          Opening the link…
        </p>
      </main>
    );
  }
  if ('ok' in answer) {
    const over = answer.failure === 'notFound';
    return (
      <main class="alone">
        <Notice
          icon="alert"
          title={over ? 'This link no longer works' : 'The link did not open'}
          role="alert"
          alone
          action={
            over
              ? { label: 'Go to the inbox', run: session.leaveLink }
              : { label: 'Try again', run: () => void read() }
          }
        >
          {over
            ? 'Links work once and for some days. Ask the person who sent it for another one.'
            : answer.failure === 'busy'
              ? attemptWords(answer, USED)
              : failureWords[answer.failure]}
        </Notice>
      </main>
    );
  }
  return (
    <main class="alone">
      <div class="sign-in">
        <span class="brand-mark" aria-hidden="true" />
        <h1>{WORDS[answer.kind].title}</h1>
        <LinkForm session={session} token={token} answer={answer} />
        {state.status === 'signedIn' && (
          <button type="button" class="button quiet" onClick={session.leaveLink}>
            Stay signed in as {state.agent.name}
          </button>
        )}
      </div>
    </main>
  );
};
