import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { PASSWORD_LENGTH } from '../../../shared/accountFields';
import type { LinkAnswer } from '../../../shared/answers/accounts';
import { type ApiRefusal, failureWords } from '../../model/apiResult';
import type { Session } from '../../state/account/session';
import { attemptWords, createSigningIn } from '../../state/account/signingIn';
import { Notice } from '../parts/Notice';
import { TextField } from '../parts/TextField';
import { useSubmission } from '../parts/useSubmission';
import { LINK_WORDS } from './linkWords';
import { PASSWORD_RULE, passwordProblem } from './passwordRule';
import { Code } from './SignIn';

/** `onSetUp`: the first admin has signed in. */
export type LinkPageProps = { session: Session; token: string; onSetUp(): void };

const USED = 'This link was used or is too old. Ask for another one.';

type LinkFormProps = Omit<LinkPageProps, 'onSetUp'> & {
  answer: LinkAnswer;
  /** @param secondFactor whether the desk asks for a code first */
  onDone(secondFactor: boolean): void;
};

const LinkForm = ({ session, token, answer, onDone }: LinkFormProps) => {
  const { kind, role } = answer;
  const words = LINK_WORDS[kind];
  const [name, setName] = useState(answer.name ?? '');
  const [email, setEmail] = useState(answer.email ?? '');
  const [password, setPassword] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const errorId = useId();
  useLayoutEffect(() => first.current?.focus(), []);
  const isReset = kind === 'reset' || kind === 'forgotten';
  const needsCode = useRef(false);

  const save = async (): Promise<string | undefined> => {
    const wrong = passwordProblem(password);
    if (wrong) return wrong;
    const person = isReset ? {} : { name: name.trim(), email: email.trim() };
    const done = await session.api.signIn.useLink(token, { ...person, password });
    if (!done.ok) return done.failure === 'notFound' ? USED : attemptWords(done, USED);
    needsCode.current = done.value.secondFactor;
    return undefined;
  };
  const submission = useSubmission(save, () => onDone(needsCode.current));
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
export const LinkPage = ({ session, token, onSetUp }: LinkPageProps) => {
  const [answer, setAnswer] = useState<LinkAnswer | ApiRefusal | undefined>(undefined);
  const read = async (): Promise<void> => {
    setAnswer(undefined);
    const result = await session.api.signIn.readLink(token);
    setAnswer(result.ok ? result.value : result);
  };
  useEffect(() => void read(), []);
  const [needsCode, setNeedsCode] = useState(false);
  const state = session.state.value;
  const enter = async (): Promise<void> => {
    session.leaveLink();
    await session.entered();
    if (answer && 'kind' in answer && answer.kind === 'setup') onSetUp();
  };
  const form = useMemo(() => createSigningIn({ api: session.api, entered: enter }, 'code'), [session]);
  // Another account begins at the sign-in page.
  const coding = { ...form, restart: session.leaveLink };

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
        <h1>{LINK_WORDS[answer.kind].title}</h1>
        {needsCode ? (
          <>
            <p class="secondary">Your new password is saved. One more step signs you in.</p>
            <Code form={coding} />
          </>
        ) : (
          <LinkForm
            session={session}
            token={token}
            answer={answer}
            onDone={(secondFactor) => (secondFactor ? setNeedsCode(true) : void enter())}
          />
        )}
        {!needsCode && state.status === 'signedIn' && (
          <button type="button" class="button quiet" onClick={session.leaveLink}>
            Stay signed in as {state.agent.name}
          </button>
        )}
      </div>
    </main>
  );
};
