import { listen } from '../../platform/disposer';
import { decodeExtensionMessage } from '../../wire/extension';

/** The origin of messages from a sandboxed page. */
const NO_ORIGIN = 'null';

/** A page that sends more messages than this within a second is ignored from then on. */
const MOST_IN_A_SECOND = 100;

/**
 * Listens to the messages of an extension page. However often it sets its title, the card is drawn at most once a frame.
 * @param own the window that the page is in
 * @param after runs a task once after a time in milliseconds
 * @param sender the page's window now
 * @returns a function that stops listening
 */
export const hearPage = (
  own: Window,
  after: (ms: number, task: () => void) => () => void,
  sender: () => Window | null | undefined,
  on: { close: () => void; setTitle: (title: string) => void },
): (() => void) => {
  let title: string | undefined;
  let frame = 0;
  let heard = 0;
  let cancelCount = () => {};
  const draw = () => {
    frame = 0;
    on.setTitle(title as string);
  };
  const onMessage = (event: Event) => {
    const { source, origin, data } = event as MessageEvent;
    const window = sender();
    if (!window || source !== window || origin !== NO_ORIGIN) return;
    heard += 1;
    if (heard === 1)
      cancelCount = after(1000, () => {
        heard = 0;
      });
    if (heard > MOST_IN_A_SECOND) return stopListening();
    const message = decodeExtensionMessage(data);
    if (message?.type === 'close') on.close();
    if (message?.type !== 'setTitle') return;
    title = message.title;
    frame ||= own.requestAnimationFrame(draw);
  };
  const stopListening = listen(own, 'message', onMessage);
  return () => {
    stopListening();
    cancelCount();
    own.cancelAnimationFrame(frame);
  };
};
