import type { FirstRunAnswer, SeenSite } from '../../../shared/answers/firstRun';
import { dayAndTime, isoTime } from '../../model/times';
import { useDesk } from '../parts/view';

/** What a site's requests mean, and what to do about it. */
const wordsOf = ({ own, takenAt = 0, refusedAt = 0 }: SeenSite): string => {
  if (refusedAt > takenAt)
    return 'Refused: the setting “origins” does not name this site. Whoever runs the desk adds it to settings.json.';
  if (takenAt === 0)
    return 'The script was fetched, but the page has not called the desk. Its Content-Security-Policy may lack this desk in connect-src, or another program may block it.';
  return own ? 'It works, on this desk’s own page.' : 'It works.';
};

const Site = ({ site }: { site: SeenSite }) => {
  const now = useDesk().inbox.now.value;
  const at = Math.max(site.loadedAt ?? 0, site.takenAt ?? 0, site.refusedAt ?? 0);
  return (
    <li>
      <strong dir="ltr">{site.origin}</strong>{' '}
      <time class="secondary" dateTime={isoTime(at)}>
        {dayAndTime(at, now)}
      </time>
      <p class="secondary">{wordsOf(site)}</p>
    </li>
  );
};

/** What to look at while no page was seen. */
const Checks = ({ known }: { known: FirstRunAnswer }) => (
  <ul class="secondary start-checks">
    <li>Open a page with the tag, and reload it once.</li>
    <li>
      The address in the tag must be one that your visitors’ browsers reach.
      {/\/\/(localhost|127\.|\[::1\])/.test(known.tag) &&
        ' This one is reached only from the machine of the desk: set PUBLIC_URL.'}
    </li>
    <li>A Content-Security-Policy of the page must allow this desk in script-src and connect-src.</li>
    {known.origins && (
      <li>
        The settings allow these sites alone: <span dir="ltr">{known.origins.join(', ')}</span>.
      </li>
    )}
    <li>A blocker in your browser may stop the script. Try another browser.</li>
  </ul>
);

/** The sites whose pages have asked for the messenger. */
export const Seen = ({ known }: { known: FirstRunAnswer }) => {
  const { sites } = known;
  const others = sites.filter(({ own }) => !own).length;
  return (
    <>
      <p role="status">
        {others === 0
          ? 'No page of yours has asked for the messenger yet. This page looks every five seconds.'
          : `Seen on ${others === 1 ? 'one site' : `${others} sites`}.`}
      </p>
      {sites.length > 0 && (
        <ul class="start-sites" aria-label="Sites">
          {sites.map((site) => (
            <Site key={site.origin} site={site} />
          ))}
        </ul>
      )}
      {others === 0 && <Checks known={known} />}
      <p class="meta">
        For this, the desk keeps the address of each site without the page’s path, and when its pages last
        fetched the script or called the desk: at most 20 sites, for 30 days. It keeps nothing about visitors.
      </p>
    </>
  );
};
