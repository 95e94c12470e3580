/** What a log with messages loads besides. */
export { exactTimes } from './exactTimes';
export { followDay } from './followDay';
export { keepFocus } from './keepFocus';
