import { isBlank, PASSWORD_LENGTH } from '../../../shared/accountFields';

/** The hint before a password is chosen. */
export const PASSWORD_RULE = `At least ${PASSWORD_LENGTH.least} characters. Several words are easy to remember and hard to guess.`;

/** What is wrong with a new password, if anything. */
export const passwordProblem = (password: string): string | undefined => {
  if (password && isBlank(password)) return 'Choose a password with more than spaces.';
  const { length } = [...password];
  if (length < PASSWORD_LENGTH.least)
    return `Choose a longer password: at least ${PASSWORD_LENGTH.least} characters.`;
  if (length > PASSWORD_LENGTH.most)
    return `Choose a shorter password: at most ${PASSWORD_LENGTH.most} characters.`;
  return undefined;
};
