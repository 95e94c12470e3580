/** Creates a promise and the function that resolves it. */
export const hold = () => {
  let release = () => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { until, release };
};
