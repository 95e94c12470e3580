import { readFile } from 'node:fs/promises';
import type { Context } from 'hono';
import { answerText } from '../http/answerText';
import type { Variants } from '../http/variants';
import { typeOf } from './staticFiles';

/**
 * A line of script that sets the desk's address, unless the script tag or the page sets it. It reads nothing that an
 * element of the page could name.
 */
const telling = (address: string): string =>
  `(function(s,p){if(s&&!s.dataset.zendeskHost&&!(p&&p.zendeskHost))s.dataset.zendeskHost=${JSON.stringify(address)}})(Reflect.get(Document.prototype,'currentScript',document),Object.hasOwn(window,'zESettings')&&window.zESettings);`;

/**
 * A line of script that opens the conversation of an email's link, on the page that the link opens. It first removes
 * the token from the address, before a later script can read it or send the address anywhere. The page's own hash
 * stays, and a router that took the token for a path is notified of the change.
 */
export const OPENING =
  ';(function(m){if(m){var u=location.href.split("#")[0];try{if(m[1]&&(m[1]!="#/"||!m[2]))location.replace(u+m[1]);else history.replaceState(history.state,"",u)}catch(e){}zE("messenger","resume",m[3])}})(/^(.*?)([#?&]?)porch-open(?:=|%3D)([\\w.-]+)/i.exec(location.hash));';

/** What the desk adds to the loader. */
export type Additions = {
  /** The desk's address, if the loader could not find it. */
  address?: string;
  /** Whether the desk sends emails. */
  mails: boolean;
  /** The answer to the loader's request for the configuration, and the desk's address for it. */
  given?: { origin: string; config: string };
};

/** The end of `porch.now.js`, where the configuration is inserted. */
const END = '});\n';

/** JSON as an object literal in which `__proto__` is an ordinary name. */
const literal = (json: string): string => json.replaceAll('"__proto__":', '["__proto__"]:');

const withConfig = (code: string, { origin, config }: { origin: string; config: string }): string =>
  `${code.slice(0, -END.length)},origin:${JSON.stringify(origin)},config:${literal(config)}${END}`;

/**
 * Adds the desk's address to the loader, if it is under a path of its origin, so that one script tag is enough there
 * too. If the desk sends emails, adds a last line, so that their links need no code of the page. Adds the configuration
 * to `porch.now.js`.
 * @returns a handler that answers with the loader, or `undefined` if the file does not exist
 */
export const createPlacedLoader =
  (file: string, headers: Record<string, string>, variants: Variants) =>
  async (c: Context, { address, mails, given }: Additions): Promise<Response | undefined> => {
    const code = await readFile(file, 'utf8').catch(() => undefined);
    if (code === undefined) return undefined;
    const first = address === undefined ? '' : telling(address);
    const last = mails ? `\n${OPENING}` : '';
    const text = `${first}${given ? withConfig(code, given) : code}${last}`;
    const vary: Record<string, string> = given ? { Vary: 'Accept-Language' } : {};
    return answerText(c, text, typeOf(file), { ...headers, ...vary }, variants);
  };
