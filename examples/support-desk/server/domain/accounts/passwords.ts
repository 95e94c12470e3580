import { isBlank, PASSWORD_LENGTH } from '../../../shared/accountFields';
import { DeskError } from '../../model/deskError';
import type { InTurn } from '../../process/inTurn';

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. It takes about 20 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** One at a time, so that a flood of sign-ins uses up neither the memory nor the threads of the desk. */
const TURN = 'passwords';

/** Loaded with the first password, so that the desk starts without it. */
const loadArgon2 = () => import('@node-rs/argon2');

/** Normalized, so that every keyboard gives the same characters. */
const normal = (password: string): string => password.normalize('NFKC');

/** @throws bad_request for a password that is too short, too long, or of nothing but spaces */
const checkPassword = (password: string): void => {
  if (isBlank(password)) throw new DeskError('bad_request', 'A password must have more than spaces');
  const { length } = [...normal(password)];
  const { least, most } = PASSWORD_LENGTH;
  if (length < least || length > most)
    throw new DeskError('bad_request', `A password must have ${least} to ${most} characters`);
};

/** The stored form of a password. @throws bad_request as `checkPassword` */
export const hashPassword = async ({ inTurn }: { inTurn: InTurn }, password: string): Promise<string> => {
  checkPassword(password);
  const { hash } = await loadArgon2();
  return inTurn(TURN, () => hash(normal(password), COST));
};

/** The hash of no password: takes as long to compare as a real one. */
const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$6nSJav9DIKtULSCtvHCeng$IvLQDptK1NqoVhAfdKaSPKudpobive/vO3T8F8Zl00I';

/** Whether the password matches this stored form. Without one it takes as long, and does not match. */
export const isPassword = async (
  { inTurn }: { inTurn: InTurn },
  stored: string | null | undefined,
  password: string,
): Promise<boolean> => {
  if (password.length > 2 * PASSWORD_LENGTH.most) return false;
  const { verify } = await loadArgon2();
  const same = await inTurn(TURN, () => verify(stored ?? NOBODYS, normal(password)));
  return same && typeof stored === 'string';
};
