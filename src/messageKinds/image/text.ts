import { decodeMedia } from '../../wire/rich';
import type { KindText } from '../kind';
import { mediaLine } from '../shared/lines';

export const imageText: KindText = {
  label: 'announce.image',
  names: (raw) => [decodeMedia(raw).alt],
  lines(raw) {
    const { url, alt } = decodeMedia(raw);
    return [mediaLine(url, alt)];
  },
};
