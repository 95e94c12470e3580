/** What the log has for whoever stops in it, beside its place. */
export { exactTimes } from './exactTimes';
export { keepFocus } from './keepFocus';
