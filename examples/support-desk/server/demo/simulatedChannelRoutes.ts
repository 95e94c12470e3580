import { MAX_TEXT } from '@porch/messenger/wire/message';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Deps } from '../domain/deps';
import { matchLink } from '../domain/visitors/links';
import { checkShape, readForm } from '../http/bodies';
import { cleanText } from '../model/clean';
import { DeskError } from '../model/deskError';
import {
  leavePlayed,
  playedMessages,
  type SimulatedChannel,
  sendFromPlayed,
  simulatedChannel,
} from './simulatedChannel';
import { goneHtml, messagesHtml, pageHtml } from './simulatedChannelPages';

const short = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)));
const pressed = v.variant('press', [
  v.object({ press: v.picklist(['linked', 'matched', 'cancelled', 'failed', 'leave']), name: short }),
  v.object({
    press: v.literal('send'),
    text: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(4 * MAX_TEXT)),
    reference: short,
  }),
]);

/** The page runs only its own script and must not be framed: a press on it writes in the visitor's name. */
const policyOf = (nonce: string): string =>
  `default-src 'none'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;

/**
 * The simulated channels: a page for each link, where its owner confirms the link and writes from that channel. Anyone
 * with the code can use the page.
 */
export const simulatedChannelRoutes = (deps: Deps): Hono => {
  const routes = new Hono();
  const page = (c: Context, status: 200 | 400 | 404, html: (nonce: string) => string): Response => {
    const nonce = deps.newToken();
    c.header('Content-Security-Policy', policyOf(nonce));
    c.header('Referrer-Policy', 'no-referrer');
    return c.html(html(nonce), status);
  };
  /** Shows the error on the page, with the channel's current state. */
  const show = async (c: Context, code: string, problem?: string): Promise<Response> => {
    let shown: SimulatedChannel;
    try {
      shown = await simulatedChannel(deps, code);
    } catch (error) {
      if (!(error instanceof DeskError)) throw error;
      return page(c, 404, (nonce) => goneHtml(nonce));
    }
    const messages = await playedMessages(deps, code);
    const reference = deps.newId();
    return page(c, problem ? 400 : 200, (nonce) =>
      pageHtml({ ...shown, messages, reference, nonce, problem }),
    );
  };

  routes.get('/:code', (c) => show(c, c.req.param('code')));

  routes.get('/:code/messages', async (c) => {
    const { state } = await simulatedChannel(deps, c.req.param('code'));
    return c.html(messagesHtml(await playedMessages(deps, c.req.param('code'))), 200, {
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Channel-State': state,
    });
  });

  routes.post('/:code', async (c) => {
    const code = c.req.param('code');
    try {
      // The code of a channel that is not simulated is refused here, before the body is read.
      await simulatedChannel(deps, code);
      const form = Object.entries(await readForm(c));
      const cleaned = form.map(([key, value]) => [key, cleanText(value)]);
      const body = checkShape(Object.fromEntries(cleaned), pressed);
      if (body.press === 'send') {
        await sendFromPlayed(deps, code, { text: body.text, referenceId: body.reference });
      } else if (body.press === 'leave') await leavePlayed(deps, code);
      else await matchLink(deps, code, { outcome: body.press, displayName: body.name || undefined });
    } catch (error) {
      if (!(error instanceof DeskError)) throw error;
      return show(c, code, error.message);
    }
    return c.redirect(c.req.path.split('/').pop() ?? '', 303);
  });

  return routes;
};
