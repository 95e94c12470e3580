/** Listeners of an object, each with what it is called on; a subscription is one with an `apply` of its own. */
export function bind(type, listener, context) {
  this._bound ??= [];
  this._bound.push({ type, listener, context });
}

export { bind as on };

export function unbind(type, listener) {
  this._bound = this._bound?.filter((b) => b.type !== type || (listener && b.listener !== listener));
}

export function trigger(type, ...args) {
  for (const b of this._bound ?? []) if (b.type === type) b.listener.apply(b.context, args);
}
