/** What the lazy chunk of the home card gives. */
export { mountHome } from '../../mount';
export { createHomeState } from './homeState';
