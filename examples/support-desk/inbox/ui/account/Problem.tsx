import type { SigningIn } from '../../state/account/signingIn';

/** The id of the error that the fields refer to. */
export const Problem = ({ id, form }: { id: string; form: SigningIn }) => {
  const problem = form.problem.value;
  return problem === undefined ? null : (
    <p id={id} class="error" role="alert">
      {problem}
    </p>
  );
};
