/** What arrays do themselves, and the one loop that is asynchronous. */
export const indexOf = (list, item) => list.indexOf(item);
export const map = (list, callback, context) => list.map(callback, context);
export const asyncEach = (list, iterator, callback, context) => {
  const next = (at) => {
    if (at === list.length) callback?.call(context);
    else iterator(list[at], () => next(at + 1));
  };
  next(0);
};
