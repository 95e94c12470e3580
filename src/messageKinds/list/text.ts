import { decodeItems } from '../../wire/rich';
import type { KindText } from '../kind';
import { actionLines, mediaLine } from '../shared/lines';

export const listText: KindText = {
  names: (raw) => decodeItems(raw.items).map(({ title }) => title),
  lines: (raw) =>
    decodeItems(raw.items).flatMap(({ title, description, mediaUrl, altText, actions }) => [
      { name: title, detail: description },
      mediaLine(mediaUrl, altText),
      ...actionLines(actions),
    ]),
};
