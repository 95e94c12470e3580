/**
 * The allowed attachment extensions, repeated here to check that both client and desk accept exactly these.
 */
const SPECIFIED =
  '3g2, 3gp, 7z, aac, amr, avi, bmp, csv, doc, docx, eml, gif, heic, heif, ics, jfif, jpeg, jpg, key, log, m4a, m4v, mov, mp3, mp4, mp4a, mpeg, mpg, mpga, neon, numbers, odt, oga, ogg, ogv, opus, pages, pdf, png, pps, ppsx, ppt, pptx, qt, svg, tif, tiff, txt, vcf, wav, webm, webp, wmv, xls, xlsx, xml, yaml, yml, zip.';

export const ALLOWED_EXTENSIONS: readonly string[] = SPECIFIED.slice(0, -1).split(', ');

const SIGNS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/**
 * Extensions outside the list: all of up to three characters, near misses of allowed ones, and dangerous
 * ones.
 */
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
