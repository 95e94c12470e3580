import type { Identity } from './identity';
import type { IdentityLoader } from './loadIdentity';
import type { LoginCallback } from './loginRunner';
import type { JwtSupplier } from './tokens';

const nothing = () => {};

type Deps = Pick<IdentityLoader, 'load' | 'hold' | 'leave'> & {
  report: (message: string, cause: unknown) => void;
};

/** Login and logout, for the calls of the page. They load the identity chunk. */
export const createPageLogins = ({ load, hold, leave, report }: Deps) => {
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
      load().then(undefined, begun);
      use((i) => {
        const login = i.login(supplier, done);
        begun();
        return login;
      }, done);
    },
    useSessionAuth: (done?: LoginCallback) => use((i) => i.useSessionAuth(done), done),
    logoutUser() {
      use((i) => i.logout());
      leave(load().then(nothing, nothing));
    },
  };
};
