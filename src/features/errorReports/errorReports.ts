import type { Needs } from '../../conversation/featureDeps';
import type { Handover } from '../../loader/handover';
import { accountUrl } from '../../model/baseUrls';
import { placeOf } from '../../platform/pagePlace';
import { postQuietly } from '../../platform/postQuietly';
import { describeReport } from './describe';

/** Set by the build. */
declare const PORCH_VERSION: string;

/** The share of reports that are sent, unless the configuration turns debugging on. */
const SAMPLE = 0.001;

type Deps = Needs<'host' | 'page' | 'clock', 'settings' | 'consent'> & { handover: Handover };

/** What each page has reported already. */
const told = new WeakMap<Deps, Set<string>>();

/**
 * Sends one report of an error, a warning or an information to the account's host, each case once a page. Where
 * the visitor has refused cookies, nothing is sent. It is loaded with the first report.
 * @param causes what the message was reported with
 */
export const takeReport = (
  deps: Deps,
  message: string,
  causes: readonly unknown[],
  random: () => number = Math.random,
  post: typeof postQuietly = postQuietly,
): void => {
  const { handover, host, page, clock, slices } = deps;
  const { settings, consent } = slices;
  const { features } = handover.config as { features?: { debug?: unknown } };
  const known = told.get(deps) ?? new Set();
  told.set(deps, known);
  const report = describeReport(message, causes);
  if (consent.level.value === 'none' || known.has(report.fingerprint)) return;
  known.add(report.fingerprint);
  if (features?.debug !== true && random() >= SAMPLE) return;
  void post(host, `${accountUrl(settings.address)}/frontendevents/errors?client=porch`, {
    reports: [
      {
        ...report,
        version: PORCH_VERSION,
        timestamp: new Date(clock.now()).toISOString(),
        url: placeOf(page.url()),
      },
    ],
  });
};
