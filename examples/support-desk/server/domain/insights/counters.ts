/** Counts of the page views and events that the widget reports, kept in memory only. */
type Counters = { pageViews: number; eventBatches: number; events: number };

export const createCounters = () => {
  const counts: Counters = { pageViews: 0, eventBatches: 0, events: 0 };
  return {
    pageView: (): void => {
      counts.pageViews++;
    },
    events: (count: number): void => {
      counts.eventBatches++;
      counts.events += count;
    },
    read: (): Counters => ({ ...counts }),
  };
};

export type CountersSource = ReturnType<typeof createCounters>;
