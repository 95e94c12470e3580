import { TextField } from '../parts/TextField';

type Props = { value: string; onInput(value: string): void; hint: string };

/** The name of something new, in a dialog. */
export const NameField = (props: Props) => (
  <TextField label="Name" autocomplete="off" autofocus maxLength={100} {...props} />
);

/** What is wrong with such a name, if anything. */
export const nameProblem = (name: string): string | undefined =>
  name.trim() ? undefined : 'Give it a name.';
