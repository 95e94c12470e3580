import { Failure } from '../ui/failures/Failure';

/** The views of what failed. The card asks for them as soon as it is drawn, so that they are there when the network is not. */
export const createPart = () => Failure;
