import { useLayoutEffect, useRef } from 'react';
import { ConversationPane } from './conversation/ConversationPane';
import { VisitorPane } from './conversation/VisitorPane';
import { ListPane } from './list/ListPane';
import { Announcer } from './parts/Announcer';
import { useDesk } from './parts/view';

/** The three panes. The styles show one, two or three of them, depending on window width and `data-pane`. */
export const Panes = () => {
  const { workspace, view } = useDesk();
  const openId = workspace.activeId.value;
  const before = useRef(openId);
  useLayoutEffect(() => {
    // The browser's Back removes the focused element with the conversation.
    const closed = before.current !== undefined && openId === undefined;
    before.current = openId;
    if (closed && document.activeElement === document.body) view.focus('list');
  }, [openId, view]);

  const open = openId !== undefined;
  const details = open && view.detailsOpen.value;
  const pane = details ? 'details' : open ? 'conversation' : 'list';
  return (
    <main class="panes" data-pane={pane} data-open={open}>
      <h1 class="visually-hidden">Inbox</h1>
      <ListPane />
      <ConversationPane />
      {open && <VisitorPane />}
      <Announcer />
    </main>
  );
};
