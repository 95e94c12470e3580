import { createPageLogins } from '../../delivery/identity/pageLogins';
import { createResetWidget } from '../../delivery/identity/resetWidget';
import { dropEarly } from '../../delivery/sending/dropEarly';
import { createTopic } from '../../platform/topic';
import type { CallDeps } from './callDeps';
import { createCallRunner } from './callRunner';
import { createApi } from './createApi';
import { emitState } from './events/emitState';
import { isOff } from './flags';
import { createInEffect } from './inEffect';
import { createUntilLoaded } from './untilLoaded';

/**
 * Creates the page's API. It loads with the first call, because most pages make none.
 * The calls that stay in effect go into the handover: a later build that takes over the page replays them.
 * @returns resolves with a function that makes one call: takes the arguments of `zE`, returns the command's result
 */
export const createHostCalls = async (deps: CallDeps) => {
  const { handover, slices, delivery, clock, createId, report, onDispose } = deps;
  const { router, unread, launcher, settings, consent, user, experience, pageEvents: events } = slices;
  onDispose(emitState({ events, widgetOpen: router.widgetOpen, unread, createId, now: clock.now }));
  const notLoaded = (cause: unknown) => report('A call failed', cause);
  const takeFocus = () => {
    import('./look/focusShown').then((chunk) => chunk.focusShown(deps)).catch(notLoaded);
  };
  const { load, hold, leave, session, loaded } = delivery;
  const logins = createPageLogins({ user, session, load, hold, leave, report });
  const resetWidget = createResetWidget({ user, router, experience, session, loaded });
  const leaving = createTopic<[]>();
  const untilLoaded = createUntilLoaded(deps);
  const runner = createCallRunner(deps, untilLoaded);
  // Waiting calls take effect before the widget is drawn.
  await runner.prepare([...handover.calls]);
  const make = createApi({
    events,
    report,
    isOff: (name) => isOff(deps, name),
    runLazy: runner.run,
    actions: {
      ...logins,
      onLeaving: leaving.on,
      logoutUser() {
        leaving.emit();
        // Without a known visitor, an early text belongs to the one who leaves now.
        if (user.appUserId.value === undefined) dropEarly(delivery.outbox, handover.launcher?.unsent ?? []);
        logins.logoutUser();
      },
      resetWidget(done) {
        leaving.emit();
        resetWidget(done);
      },
      open() {
        router.openWidget('page');
        takeFocus();
      },
      close: () => router.closeWidget(0),
      show() {
        launcher.show();
        if (router.widgetOpen.value) takeFocus();
      },
      hide: launcher.hide,
      setZIndex: settings.setZIndex,
      setCookies: consent.set,
      customize(value, misuse) {
        untilLoaded(deps.appearance)
          .then((appearance) => appearance.customize(value, misuse))
          .catch(notLoaded);
      },
    },
  });
  handover.calls = [];
  const keep = createInEffect(handover.calls);
  return (args: readonly unknown[]): unknown => {
    // Analytics and campaigns follow the calls; they loaded before the messenger.
    handover.launcher?.root.dispatchEvent(new CustomEvent('call', { detail: args }));
    return keep(args, make(args));
  };
};
