import { obj } from '../../wire/decode';

/** Whether `displaySettings.imageAspectRatio` asks for square pictures. */
export const decodeSquare = (value: unknown): boolean => obj(value).imageAspectRatio === 'square';
