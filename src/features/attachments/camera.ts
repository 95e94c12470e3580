import { CameraButton } from './CameraButton';

/** The composer's camera button, for phones. */
export const createCamera = () => CameraButton;

export { createCamera as create };
