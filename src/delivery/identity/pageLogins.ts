import type { User } from '../../slices/user';
import type { Identity } from './identity';
import type { IdentityLoader } from './loadIdentity';
import type { LoginCallback } from './loginRunner';
import type { Session } from './session';
import type { JwtSupplier } from './tokens';

const nothing = () => {};

type Deps = Pick<IdentityLoader, 'load' | 'hold' | 'leave'> & {
  user: Pick<User, 'auth' | 'ask' | 'exits'>;
  session: Pick<Session, 'end'>;
  report: (message: string, cause: unknown) => void;
};

/** Login and logout, for the calls of the page. They load the identity chunk. */
export const createPageLogins = ({ user, session, load, hold, leave, report }: Deps) => {
  const use = (what: (identity: Identity) => Promise<void>, done?: LoginCallback) =>
    void load()
      .then(what)
      .catch((cause) => {
        const reason = 'Login could not be loaded';
        done?.({ type: 'LoginFailedError', message: 'Authentication failed', reason });
        report(reason, cause);
      });
  return {
    loginUser(supplier: JwtSupplier, done?: LoginCallback) {
      const begun = hold();
      const exits = user.exits();
      user.ask();
      load().then(undefined, begun);
      use((i) => {
        const login = i.login(supplier, done, exits);
        begun();
        return login;
      }, done);
    },
    useSessionAuth: (done?: LoginCallback) => use((i) => i.useSessionAuth(done), done),
    logoutUser() {
      const isToken = user.auth.value?.type === 'jwt';
      // Only a token's logout is sent to the service. Any other logout needs no file, which may fail to load.
      if (!isToken) session.end('out');
      load()
        .then((i) => i.logout(!isToken))
        .catch(nothing);
      if (isToken) leave(load().then(nothing, nothing));
    },
  };
};
