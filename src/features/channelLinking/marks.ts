import type { ChannelType } from '../../wire/channels';

/** A channel's mark: a color with contrast to white, and a line drawing on a grid of 20. */
export const MARKS: Readonly<Record<ChannelType, { color: string; path: string }>> = {
  whatsapp: {
    color: '#128c4b',
    path: 'M10 2.75a7.25 7.25 0 0 0-6.2 11l-1 3.5 3.6-1A7.25 7.25 0 1 0 10 2.75zM7.2 7.1c0 3.1 2.6 5.7 5.7 5.7l.4-1.6-1.8-.9-.8.8a4.4 4.4 0 0 1-1.8-1.8l.8-.8-.9-1.8z',
  },
  messenger: {
    color: '#0068e6',
    path: 'M10 3c-4.2 0-7.25 3-7.25 6.7 0 2.1.9 3.9 2.5 5.1v2.4l2.4-1.3c.75.2 1.5.3 2.35.3 4.2 0 7.25-3 7.25-6.5S14.2 3 10 3zM5.9 11.4l2.9-3 2.2 2.1 3.1-2.4',
  },
  instagram: {
    color: '#c32a83',
    path: 'M6 3.25h8A2.75 2.75 0 0 1 16.75 6v8A2.75 2.75 0 0 1 14 16.75H6A2.75 2.75 0 0 1 3.25 14V6A2.75 2.75 0 0 1 6 3.25zM10 7a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM13.9 6.1v.01',
  },
};
