/** The inbox's icons: a 20 px grid, 1.75 stroke, in the current text colour. */
const PATHS = {
  back: 'M12.5 4.5 7 10l5.5 5.5',
  send: 'M10 16V4.5M5 9.25l5-5 5 5',
  details: 'M3.5 4.5h13v11h-13zM12 4.5v11',
  person:
    'M10 10.25a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM3.75 16.5c.8-2.7 3.2-4 6.25-4s5.45 1.3 6.25 4',
  close: 'm5 5 10 10M15 5 5 15',
  retry: 'M15.75 10a5.75 5.75 0 1 1-1.7-4.1L16 7.75M16 4v3.75h-3.75',
  down: 'M10 4v11.5M5 10.75l5 5 5-5',
  alert: 'M10 6v4.75M10 13.75v.01M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z',
  file: 'M11.25 3H6.5A1.5 1.5 0 0 0 5 4.5v11A1.5 1.5 0 0 0 6.5 17h7a1.5 1.5 0 0 0 1.5-1.5V6.75L11.25 3ZM11 3.25V7h3.75',
  inbox:
    'M3 11h3.75l1 2.25h4.5l1-2.25H17M3 11l2.25-6.25h9.5L17 11v4.25a.75.75 0 0 1-.75.75H3.75a.75.75 0 0 1-.75-.75V11Z',
  keyboard: 'M2.75 5.5h14.5v9H2.75zM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M6.5 11.75h7',
  leave:
    'M8.5 3.75H5A1.25 1.25 0 0 0 3.75 5v10A1.25 1.25 0 0 0 5 16.25h3.5M12.25 13.25 15.5 10l-3.25-3.25M15.25 10H8',
  attach:
    'm15.5 9.25-5.9 5.9a3.4 3.4 0 0 1-4.8-4.8l6.2-6.2a2.25 2.25 0 0 1 3.2 3.2l-6.2 6.15a1.1 1.1 0 0 1-1.6-1.55L12 6.4',
  more: 'M10 4v12M4 10h12',
  dots: 'M4.25 10a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0ZM9.5 10a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0ZM14.75 10a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0Z',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l3.75 3.75',
  quote: 'M8 5 3.75 9.25 8 13.5M4 9.25h7.25c3 0 5 1.75 5 5.25',
  pin: 'M10 17s5.5-4.6 5.5-8.75a5.5 5.5 0 0 0-11 0C4.5 12.4 10 17 10 17ZM10 10.25a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  settings:
    'M3.5 6h5M13 6h3.5M3.5 14h3.5M11.5 14h5M8.5 6a2.25 2.25 0 1 0 4.5 0 2.25 2.25 0 0 0-4.5 0ZM7 14a2.25 2.25 0 1 0 4.5 0A2.25 2.25 0 0 0 7 14Z',
  chart: 'M3.5 16.5h13M5.5 13.5v-3M10 13.5v-9M14.5 13.5v-6',
  check: 'm4.5 10.5 3.75 3.75 7.25-8.5',
  press:
    'M8 9.5V4.25a1.25 1.25 0 0 1 2.5 0V9l3.75.9a1.5 1.5 0 0 1 1.1 1.8l-.75 3.3a2.5 2.5 0 0 1-2.45 2H9.9c-.8 0-1.5-.35-2-1L5 12.25',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
    <path
      d={PATHS[name]}
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);
