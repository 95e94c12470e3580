import { placeOf } from '../../platform/place';

/** The address of the desk's documentation. */
export const docsUrl = (): string => placeOf('../docs/');

/** Opens the documentation in a new tab. */
export const openDocs = (): void => void window.open(docsUrl(), '_blank', 'noopener,noreferrer');
