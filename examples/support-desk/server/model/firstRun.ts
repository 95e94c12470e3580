/** The names of what the desk notes for itself: the sites that have the messenger, and when Get started was hidden. */
export type DeskNote = 'sites' | 'first run hidden';

/** A site whose pages ask for the messenger, and when one last did. Times are in ms. */
export type Site = {
  origin: string;
  /** A page fetched the script. */
  loadedAt?: number;
  /** The desk took a call by a page, or the script with the configuration. */
  takenAt?: number;
  /** The desk refused a page, because the settings do not name its origin. */
  refusedAt?: number;
};

export type SiteSign = Exclude<keyof Site, 'origin'>;
