import { cleanText, cutText } from './clean';

/** The allowed file extensions, each with its media type. */
const MEDIA_TYPES: Record<string, string> = {
  '3g2': 'video/3gpp2',
  '3gp': 'video/3gpp',
  '7z': 'application/x-7z-compressed',
  aac: 'audio/aac',
  amr: 'audio/amr',
  avi: 'video/x-msvideo',
  bmp: 'image/bmp',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  eml: 'message/rfc822',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  ics: 'text/calendar',
  jfif: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  key: 'application/vnd.apple.keynote',
  log: 'text/plain',
  m4a: 'audio/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  mp4a: 'audio/mp4',
  mpeg: 'video/mpeg',
  mpg: 'video/mpeg',
  mpga: 'audio/mpeg',
  neon: 'application/octet-stream',
  numbers: 'application/vnd.apple.numbers',
  odt: 'application/vnd.oasis.opendocument.text',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  opus: 'audio/ogg',
  pages: 'application/vnd.apple.pages',
  pdf: 'application/pdf',
  png: 'image/png',
  pps: 'application/vnd.ms-powerpoint',
  ppsx: 'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  qt: 'video/quicktime',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  vcf: 'text/vcard',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  wmv: 'video/x-ms-wmv',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
};

/** The usual extensions of types that have several, and other names of types. */
const USUAL: Record<string, string> = {
  'application/vnd.ms-powerpoint': 'ppt',
  'application/x-pdf': 'pdf',
  'audio/ogg': 'ogg',
  'image/heic-sequence': 'heic',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/pjpeg': 'jpg',
  'image/x-png': 'png',
  'text/plain': 'txt',
};
/** This type can be any file. */
const ANY = 'application/octet-stream';

/** The extension for an unnamed file's type; `undefined` for types that are not allowed. */
export const extensionOf = (mediaType: string): string | undefined =>
  mediaType === ANY
    ? undefined
    : (USUAL[mediaType] ?? Object.entries(MEDIA_TYPES).find(([, type]) => type === mediaType)?.[0]);

/** Image types that browsers display and that cannot contain scripts. Every other type is offered as a download. */
const PICTURES = ['image/bmp', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'];

/** The media type for the part of the name after its last dot, in lower case; `undefined` if not allowed. */
export const mediaTypeOf = (fileName: string): string | undefined => {
  const extension = fileName.includes('.') ? (fileName.split('.').at(-1) ?? '').toLowerCase() : '';
  return Object.hasOwn(MEDIA_TYPES, extension) ? MEDIA_TYPES[extension] : undefined;
};

export const isPicture = (mediaType: string): boolean => PICTURES.includes(mediaType);

/** Whether a browser may display it in place instead of saving it. */
export const isShownInPlace = (mediaType: string): boolean =>
  isPicture(mediaType) || /^(audio|video)\//.test(mediaType);

const MAX_NAME = 200;

/** A file name without folders or characters that file systems or headers reject; keeps the extension. */
export const cleanFileName = (given: string): string => {
  const name = cleanText(given.split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .trim();
  if (name.length <= MAX_NAME) return name;
  const extension = name.slice(name.lastIndexOf('.'));
  return extension.length < MAX_NAME
    ? cutText(name, MAX_NAME - extension.length) + extension
    : cleanText(name.slice(-MAX_NAME));
};
