interface ImportMetaEnv {
  /** The origin of your desk. */
  readonly VITE_DESK: string;
}
