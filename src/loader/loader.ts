import { END } from '../platform/endEvent';
import { globalOf, ofDocument } from '../platform/pastContent';
import { boot, page } from './boot';

const script = ofDocument(document, 'currentScript');
if (script && !globalOf(page, 'zE')?.porch) {
  page.dispatchEvent(new Event(END));
  boot(script as HTMLScriptElement);
}
