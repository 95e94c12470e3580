/** The features that the log loads when the reader scrolls or focuses it. */
export { exactTimes } from './exactTimes';
export { keepFocus } from './keepFocus';
