import type { RunningPlace } from '../platform/runningPlace';
import { boot, log, page } from './boot';
import { ofPage } from './ofPage';

const script = ofPage('currentScript');
const running = (location as RunningPlace).porch;
// A module has none, nor has code that a module evaluates.
if (!script) log('Missing tag.');
// A page that has rewritten its document, or the content of `html`, has lost its widget.
else if (!(running === page.zE && running?.porch?.isConnected)) {
  if (running) {
    running('messenger', 'destroy');
    running.q = [];
  }
  boot(script as HTMLScriptElement);
}
