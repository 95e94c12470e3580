import type { RunningPlace } from '../platform/runningPlace';
import { boot, page } from './boot';
import { ofPage } from './ofPage';

const script = ofPage('currentScript');
const running = (location as RunningPlace).porch;
// A page that has written its document anew, or the content of `html`, has lost its widget.
if (script && !(running === page.zE && running?.porch?.isConnected)) {
  if (running) {
    running('messenger', 'destroy');
    running.q = [];
  }
  boot(script as HTMLScriptElement);
}
