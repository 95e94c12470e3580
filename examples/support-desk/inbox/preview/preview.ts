import './preview.css';

/**
 * The page of the settings' preview. It runs the desk's own widget with the draft in its address, opens and closes the
 * window, and reports to the inbox whether it is open.
 */

type ZE = ((...call: unknown[]) => void) & { q?: unknown[][] };

const query = new URLSearchParams(location.search);
const desk = new URL('../..', location.href).href;
const page = window as Window & { zE?: ZE };

// Calls before the script loads wait in a queue, as on any page.
const waiting: unknown[][] = [];
page.zE ||= Object.assign((...call: unknown[]) => void waiting.push(call), { q: waiting });
const call = (...args: unknown[]): void => page.zE?.(...args);
const tell = (state: 'open' | 'closed') => (): void =>
  parent.postMessage(`porch-preview:${state}`, location.origin);

// A campaign that was dismissed here is shown again.
sessionStorage.removeItem('ZD-campaigns');
// A window that was left open would open again and hide it.
if (!query.has('open')) sessionStorage.removeItem('ZD-widgetOpen');

const locale = query.get('locale');
if (locale) call('messenger:set', 'locale', locale);
call('messenger:on', 'open', tell('open'));
call('messenger:on', 'close', tell('closed'));
if (query.has('open')) call('messenger', 'open');

window.addEventListener('message', ({ source, data }) => {
  if (source !== parent) return;
  if (data === 'porch-preview:show') call('messenger', 'open');
  if (data === 'porch-preview:close') call('messenger', 'close');
});

const script = document.createElement('script');
script.src = `${desk}porch/porch.js?draft=${encodeURIComponent(query.get('draft') ?? '')}`;
script.dataset.preview = '';
script.dataset.zendeskHost = desk;
document.head.append(script);
