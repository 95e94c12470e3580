/** Preloaded into a build, moves the clock ahead, so that a build that writes the time makes different files. */
const AHEAD_MS = 400 * 86_400_000;
const Real = Date;

globalThis.Date = new Proxy(Real, {
  construct: (_target, values, made) =>
    Reflect.construct(Real, values.length > 0 ? values : [Real.now() + AHEAD_MS], made),
  apply: () => new Date().toString(),
  get: (target, name) => (name === 'now' ? () => Real.now() + AHEAD_MS : Reflect.get(target, name)),
});
