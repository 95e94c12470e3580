import { CameraButton } from './CameraButton';

const createCamera = () => CameraButton;

export { createCamera as create };
