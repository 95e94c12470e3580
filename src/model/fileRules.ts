/** SPEC.md section 9. */
export const MAX_FILES = 25;
/** SPEC.md section 9, in bytes. */
export const MAX_FILE_SIZE = 52_428_800;

/** SPEC.md section 8, file errors. */
export type FileError = 'unknown' | 'fileSize' | 'tooMany' | 'fileType';

/** SPEC.md section 9 'Allowed attachment extensions'. */
export const EXTENSIONS: readonly string[] =
  '3g2 3gp 7z aac amr avi bmp csv doc docx eml gif heic heif ics jfif jpeg jpg key log m4a m4v mov mp3 mp4 mp4a mpeg mpg mpga neon numbers odt oga ogg ogv opus pages pdf png pps ppsx ppt pptx qt svg tif tiff txt vcf wav webm webp wmv xls xlsx xml yaml yml zip'.split(
    ' ',
  );

/** What is known of a file before it is read. `size` in bytes. */
export type FileFacts = { name: string; size: number; type: string };

/**
 * Whether a file may be sent. What is wrong with the file itself is told first: no retry helps against that.
 * @param before how many files of the same upload are sent already
 */
export const refuseFile = ({ name, size }: FileFacts, before: number): FileError | undefined => {
  if (size > MAX_FILE_SIZE) return 'fileSize';
  const extension = name.split('.').pop()?.toLowerCase() ?? '';
  if (!name.includes('.') || !EXTENSIONS.includes(extension)) return 'fileType';
  return before < MAX_FILES ? undefined : 'tooMany';
};

/** What becomes of it in the log until the service says: a drawing that may hold scripts is a file (DESIGN.md 3.7). */
export const kindOf = ({ type }: FileFacts): 'image' | 'file' =>
  /^image\/(?!svg)/.test(type) ? 'image' : 'file';
