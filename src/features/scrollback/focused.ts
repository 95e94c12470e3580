/** More code that a log with messages loads. */
export { exactTimes } from './exactTimes';
export { followDay } from './followDay';
export { keepFocus } from './keepFocus';
