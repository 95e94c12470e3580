import type { Needs } from '../../../conversation/featureDeps';
import { obj, str } from '../../../wire/decode';
import type { CreateCommands } from '../command';

export type PageviewNeeds = Needs<'page'>;

/** Shows agents another page address than the browser's, until the browser's changes. */
export const createCommands: CreateCommands<PageviewNeeds> = ({ deps, misuse }) => ({
  'messenger.pageview': (view) => {
    const { url, title } = obj(view);
    const path = str(url);
    const name = str(title);
    deps.page.placeAs((own) => {
      const at = own.url();
      if (path === undefined || !URL.canParse(path, at) || (title !== undefined && name === undefined)) {
        misuse('pageview needs {url, title}; title is optional.');
        return undefined;
      }
      const { href } = new URL(path, at);
      const stays = () => own.url() === at;
      return {
        url: () => (stays() ? href : own.url()),
        title: () => (stays() ? (name ?? own.title()) : own.title()),
      };
    });
  },
});
