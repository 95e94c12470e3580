/** `on`, `removeListener`, `listeners` and `emit` of an event emitter: what `mixins/publisher` builds on. */
export const prototype = {
  listeners(type) {
    this._events ??= {};
    this._events[type] ??= [];
    return this._events[type];
  },
  on(type, listener) {
    this.listeners(type).push(listener);
    return this;
  },
  removeListener(type, listener) {
    const at = this.listeners(type).indexOf(listener);
    if (at >= 0) this._events[type].splice(at, 1);
    return this;
  },
  emit(type, ...args) {
    for (const listener of [...this.listeners(type)]) listener.apply(this, args);
  },
};
