import { CameraButton } from './CameraButton';

export const createCamera = () => CameraButton;

export { createCamera as create };
