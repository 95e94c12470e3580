import { type Group, offset, toggle } from './fields';

export const LAUNCHER: readonly Group[] = [
  {
    fields: [
      {
        path: 'messenger/launcher/shape',
        label: 'Shape',
        kind: 'choice',
        options: [
          ['circle', 'Circle'],
          ['square', 'Square'],
          ['none', 'No launcher: the page opens the window itself'],
        ],
      },
      {
        path: 'messenger/position',
        label: 'Position',
        kind: 'choice',
        options: [
          ['right', 'Bottom right'],
          ['left', 'Bottom left'],
        ],
      },
      {
        path: 'messenger/launcher/text',
        label: 'Label beside the launcher',
        hint: 'Visitors can hide it. Leave it empty for none.',
        kind: 'text',
        most: 60,
      },
      toggle('messenger/launcher/showTextInMobile', 'Show the label on phones too'),
    ],
  },
  { title: 'Distance on computers', fields: [offset('web', 'horizontal'), offset('web', 'vertical')] },
  { title: 'Distance on phones', fields: [offset('mobile', 'horizontal'), offset('mobile', 'vertical')] },
  {
    title: 'Window',
    fields: [
      {
        path: 'messenger/borderRadius',
        label: 'Corner radius',
        kind: 'number',
        low: 0,
        high: 20,
        unit: 'px',
      },
      {
        path: 'messenger/theme/fontSize',
        label: 'Size of the text',
        hint: 'Default: 16 px.',
        kind: 'number',
        low: 12,
        high: 24,
        unit: 'px',
      },
    ],
  },
];
