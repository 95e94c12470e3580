import { TextField } from '../parts/TextField';

type Props = { value: string; onInput(value: string): void; hint?: string; autofocus?: boolean };

/** Asks agents for their own password before a change that a stolen session must not make. */
export const OwnPassword = (props: Props) => (
  <TextField label="Password" type="password" autocomplete="current-password" required {...props} />
);
