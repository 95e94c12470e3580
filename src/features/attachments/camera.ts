import { Camera } from './Camera';

/** The composer's camera button, for phones. */
export const createCamera = () => Camera;
