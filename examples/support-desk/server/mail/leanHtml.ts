/** A picture embedded in HTML. */
export type Picture = { mediaType: string; content: Buffer };

/** The beginnings and ends of parts without text. A beginning inside such a part does not count. */
const BEGIN = /<!--|<(?:style|script)(?=[\s>])/gi;
const END = { '<!--': /-->/g, '<style': /<\/style\s*>/gi, '<script': /<\/script\s*>/gi };
const DATA = /(\ssrc\s*=\s*)("data:[^"]*"|'data:[^']*')/gi;
const OTHER_DATA = /\bdata:[\w.+-]{1,60}\/[\w.+-]{1,60};base64,[\w+/=%]{100,}/gi;
const PICTURE = /^.data:(image\/[\w.+-]{1,60})(?:;[\w=.-]{1,60})*;base64,([\w+/=%\s]*).$/i;
const MOST_PICTURES = 50;

/** HTML without such parts. One without an end stays. */
const withoutParts = (html: string): string => {
  const kept: string[] = [];
  const endless = new Set<string>();
  let from = 0;
  BEGIN.lastIndex = 0;
  for (let begun = BEGIN.exec(html); begun; begun = BEGIN.exec(html)) {
    const kind = begun[0].toLowerCase() as keyof typeof END;
    const end = END[kind];
    // The characters of `<!-->` are both.
    end.lastIndex = begun.index + 2;
    if (endless.has(kind) || !end.exec(html)) {
      endless.add(kind);
      continue;
    }
    kept.push(html.slice(from, begun.index));
    from = end.lastIndex;
    BEGIN.lastIndex = from;
  }
  return kept.join('') + html.slice(from);
};

const pictureOf = (address: string): Picture | undefined => {
  const [, mediaType, base64 = ''] = PICTURE.exec(address) ?? [];
  const content = Buffer.from(base64.replace(/%(2B|2F|3D)/gi, decodeURIComponent), 'base64');
  return mediaType === undefined || content.length === 0 ? undefined : { mediaType, content };
};

/** HTML without styles, scripts and comments, and with embedded pictures separated: they may be larger than the text. */
export const leanHtml = (html: string): { lean: string; pictures: Picture[] } => {
  const pictures: Picture[] = [];
  const lean = withoutParts(html)
    .replace(/^\ufeff/, '')
    .replace(DATA, (_whole, name: string, address: string) => {
      const picture = pictures.length < MOST_PICTURES ? pictureOf(address) : undefined;
      if (picture) pictures.push(picture);
      return `${name}""`;
    })
    .replace(OTHER_DATA, '');
  return { lean, pictures };
};
