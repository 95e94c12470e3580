import { Camera } from '../ui/composer/tools/Camera';

/** The camera of a phone, for the composer's tools. */
export const createPart = () => Camera;
