import type { Needs } from '../../../conversation/featureDeps';
import { isLanguageTag } from '../../../i18n/languageTag';
import type { CreateCommands } from '../command';
import { createUntilLoaded } from '../untilLoaded';
import { checkLocale, keepUserUpdated } from '../visitor/followLocale';

export type LocaleNeeds = Needs<
  'words' | 'clock' | 'page' | 'report' | 'onDispose',
  'user' | 'locale',
  'http'
>;

/** Shows the words of a language, when they can be loaded, and keeps the service informed of it. */
export const createCommands: CreateCommands<LocaleNeeds> = ({ deps, misuse }) => {
  const { slices, delivery, words, onDispose } = deps;
  const { user, locale } = slices;
  const untilLoaded = createUntilLoaded(deps);
  let latest: string | undefined;
  return {
    'messenger:set.locale': (wanted) => {
      if (!isLanguageTag(wanted)) return misuse('locale must be a BCP 47 language tag.');
      if (latest === undefined) {
        const told = locale.locale.peek() ?? (user.appUserId.peek() && '');
        onDispose(keepUserUpdated({ ...deps, ...slices, ...delivery, told }));
      }
      latest = wanted;
      return untilLoaded(async () => {
        if (latest !== wanted) return;
        await words.change(wanted);
        await checkLocale(wanted, locale.words.peek()?.locale, misuse);
      });
    },
  };
};
