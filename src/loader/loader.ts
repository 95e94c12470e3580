import { END } from '../platform/endEvent';
import { globalOf, ofDocument } from '../platform/pastContent';
import { boot, page } from './boot';

const script = ofDocument(document, 'currentScript');
// A page that has written its document anew has lost its widget.
if (script && globalOf(page, 'zE')?.porch !== ofDocument(document, 'documentElement')) {
  page.dispatchEvent(new Event(END));
  boot(script as HTMLScriptElement);
}
