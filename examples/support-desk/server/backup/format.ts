import * as v from 'valibot';
import { idAt, keyOf } from '../uploads/uploadKey';

/** Grows when a backup can no longer be read by the rules of docs/operate.md. */
export const FORMAT = 1;

export const MANIFEST = 'manifest.json';
export const SETTINGS_FILES = ['settings.json', 'settings.last-good.json', 'settings.preview.json'];
/** The files of DATA_DIR in a backup, besides uploads. */
export const KEPT_FILES = [...SETTINGS_FILES, 'agent-token'];

export const rowsEntry = (table: string): string => `rows/${table}.jsonl`;
export const fileEntry = (name: string): string => `files/${name}`;
export const UPLOADS = 'uploads/';
export const uploadEntry = (id: string): string => UPLOADS + keyOf(id);
/** The id of the upload in this entry; undefined for other entries. */
export const uploadOf = (entry: string): string | undefined => idAt(entry.slice(UPLOADS.length));

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

export const manifestSchema = v.object({
  format: v.literal(FORMAT),
  /** The last migration of the rows' schema. */
  schema: v.string(),
  /** When the backup began, ISO 8601. */
  madeAt: v.string(),
  /** In the order in which rows can be inserted. */
  tables: v.array(v.object({ name: v.string(), rows: whole })),
  /** How many uploads named by rows were missing. */
  missingUploads: whole,
  /** All other entries, with their bytes and SHA-256 in hex. */
  entries: v.array(v.object({ name: v.string(), bytes: whole, sha256: v.string() })),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;
