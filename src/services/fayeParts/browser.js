/** No `beforeunload` handlers: a mailto: link fires it too, and the connection must live on (DESIGN.md 3.4). */
export const Event = { on() {}, detach() {} };
