/** The most files in one upload. */
export const MAX_FILES = 25;
/** The largest file, in bytes. */
export const MAX_FILE_SIZE = 52_428_800;

/** Refused because of other files of the same upload: the visitor may still send this one after them. */
export type OverLimit = 'tooMany' | 'oneFile';
export type FileError = 'unknown' | 'fileSize' | 'fileType' | 'fileChanged' | OverLimit;

/** The file extensions that may be sent. */
export const EXTENSIONS: readonly string[] =
  '3g2 3gp 7z aac amr avi bmp csv doc docx eml gif heic heif ics jfif jpeg jpg key log m4a m4v mov mp3 mp4 mp4a mpeg mpg mpga neon numbers odt oga ogg ogv opus pages pdf png pps ppsx ppt pptx qt svg tif tiff txt vcf wav webm webp wmv xls xlsx xml yaml yml zip'.split(
    ' ',
  );

/** The facts about a file that are known before it is read. `size` is in bytes. */
type FileFacts = { name: string; size: number; type: string };

/**
 * Why a file may not be sent; undefined when it may. Problems of the file itself come first, because no retry
 * helps against them.
 * @param before how many files of the same upload were sent already
 * @param oneFile whether the page permits only one file in an upload
 */
export const refuseFile = (
  { name, size }: FileFacts,
  before: number,
  oneFile = false,
): FileError | undefined => {
  if (size > MAX_FILE_SIZE) return 'fileSize';
  const extension = name.split('.').pop()?.toLowerCase() ?? '';
  if (!name.includes('.') || !EXTENSIONS.includes(extension)) return 'fileType';
  if (oneFile && before > 0) return 'oneFile';
  return before < MAX_FILES ? undefined : 'tooMany';
};

/**
 * How the log shows the file until the service answers. An SVG may hold scripts, so it is shown as a file.
 */
export const kindOf = ({ type }: FileFacts): 'image' | 'file' =>
  /^image\/(?!svg)/.test(type) ? 'image' : 'file';
