/** How often something happened on a page in a day. */
export type BlipCount = {
  /** Days since 1970, in UTC. */
  day: number;
  kind: 'pageView' | 'open' | 'close' | 'settings' | 'initInterval' | 'apiCall' | 'conversation';
  /** Host and path; empty for pages that are counted together. */
  page: string;
  count: number;
};

/** A conversation in which a visitor opened a campaign. */
export type CampaignVisit = {
  campaignId: string;
  conversationId: string;
  openedAt: number;
  /** When the visitor first wrote after that. */
  answeredAt: number | null;
};

export type CampaignFigures = {
  campaignId: string;
  seen: number;
  dismissed: number;
  opened: number;
  answered: number;
};

/** One error, warning or information reported by widgets. */
export type ErrorReport = {
  /** Identifies the case. */
  fingerprint: string;
  level: 'error' | 'warning' | 'info';
  /** The failed operation's name. */
  operation: string;
  reason: string;
  /** The widget's version, and the page of the newest report. */
  version: string;
  url: string;
  count: number;
  firstAt: number;
  lastAt: number;
};
