import type { Identity } from './identity';
import type { LoginParts } from './loadIdentity';
import type { LoginCallback } from './loginAttempts';
import type { JwtSupplier } from './tokens';

const nothing = () => {};

/** Login and logout, for the calls of the page. They load the identity chunk. */
export const createLogins = ({ load, asked, leaving, tell }: LoginParts) => {
  const use = (what: (identity: Identity) => Promise<void>, done?: LoginCallback) =>
    void load()
      .then(what)
      .catch((cause) => {
        const reason = 'Login could not be loaded';
        done?.({ type: 'LoginFailedError', message: 'Authentication failed', reason });
        tell(reason)(cause);
      });
  return {
    loginUser(supplier: JwtSupplier, done?: LoginCallback) {
      asked.value++;
      const begun = () => {
        asked.value--;
      };
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
      leaving.over = load().then(nothing, nothing);
    },
  };
};
