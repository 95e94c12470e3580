/** SPEC.md section 9 'Allowed attachment extensions', letter by letter: what both sides are held to. */
const SPECIFIED =
  '3g2, 3gp, 7z, aac, amr, avi, bmp, csv, doc, docx, eml, gif, heic, heif, ics, jfif, jpeg, jpg, key, log, m4a, m4v, mov, mp3, mp4, mp4a, mpeg, mpg, mpga, neon, numbers, odt, oga, ogg, ogv, opus, pages, pdf, png, pps, ppsx, ppt, pptx, qt, svg, tif, tiff, txt, vcf, wav, webm, webp, wmv, xls, xlsx, xml, yaml, yml, zip.';

export const ALLOWED_EXTENSIONS: readonly string[] = SPECIFIED.slice(0, -1).split(', ');

const SIGNS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** Every other extension of up to three signs, what is one sign off an allowed one, and what is dangerous. */
export const otherExtensions = (): string[] => {
  const one = ['', ...SIGNS];
  const short = one.flatMap((a) => one.flatMap((b) => SIGNS.map((c) => a + b + c)));
  const near = ALLOWED_EXTENSIONS.flatMap((e) => [
    ...SIGNS.flatMap((s) => [e + s, s + e]),
    ...[...e].map((_, i) => e.slice(0, i) + e.slice(i + 1)),
  ]);
  const dangerous =
    'html htm xhtml shtml js mjs cjs exe dll msi bat cmd com scr ps1 sh php jar apk hta lnk svgz'.split(' ');
  const odd = [
    'constructor',
    '__proto__',
    'toString',
    'pdf ',
    ' pdf',
    'pdf\u0000',
    'p\u0000df',
    'ｐｄｆ',
    'pdf/',
  ];
  return [...new Set([...short, ...near, ...dangerous, ...odd])].filter(
    (e) => !ALLOWED_EXTENSIONS.includes(e),
  );
};
