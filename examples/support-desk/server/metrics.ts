/** Figures of this process for Prometheus. */
export type Metrics = {
  /** Counts an answer. @param route a pattern such as `/agent/api/conversations/:id`, never an address itself */
  answered(method: string, route: string, status: number, seconds: number): void;
  /** Adds a figure that is read on request. */
  watch(name: string, help: string, read: () => number): void;
  /** Adds counts that only grow, each under its own value of `label`; read on request. */
  watchCounts(name: string, help: string, label: string, read: () => Iterable<[string, number]>): void;
  contentType: string;
  text(): Promise<string>;
};

/** In seconds: from what memory answers to what a visitor notices. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10];

/** Loads prom-client, which a desk without METRICS_TOKEN does without. */
export const createMetrics = async (): Promise<Metrics> => {
  const { Registry, Counter, Histogram, Gauge, collectDefaultMetrics } = (await import('prom-client'))
    .default;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answers = new Histogram({
    name: 'porch_http_answer_seconds',
    help: 'Time until an answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  return {
    answered: (method, route, status, seconds) =>
      answers.observe({ method, route, status: String(status) }, seconds),
    watch: (name, help, read) =>
      void new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      }),
    watchCounts: (name, help, label, read) =>
      void new Counter({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          this.reset();
          for (const [value, count] of read()) this.inc({ [label]: value }, count);
        },
      }),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
};
