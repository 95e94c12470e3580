import { Camera } from '../ui/composer/tools/Camera';

/** The composer's camera button, for phones. */
export const createPart = () => Camera;
