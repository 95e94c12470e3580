import { TextField } from '../TextField';

type Props = { value: string; onInput(value: string): void; hint?: string; autofocus?: boolean };

/** The password of the agent who has signed in, which shows that it is they who change the account. */
export const OwnPassword = (props: Props) => (
  <TextField label="Password" type="password" autocomplete="current-password" required {...props} />
);
