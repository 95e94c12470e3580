interface ImportMetaEnv {
  /** The origin of your desk for each country. */
  readonly VITE_DESK_NORWAY: string;
  readonly VITE_DESK_SCOTLAND: string;
}
