import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react';

export type Upload = {
  file: File;
  /** Upload progress, from 0 to 1. */
  progress: ReadonlySignal<number>;
  /** True when there is nothing left to send: the service has the file, or refused it for good. */
  taken: boolean;
};

export type Uploads = ReturnType<typeof createUploads>;

/** The files of optimistic messages, by the message's key. */
export const createUploads = () => {
  const held = signal<ReadonlyMap<string, Upload>>(new Map());
  return {
    all: held as ReadonlySignal<ReadonlyMap<string, Upload>>,
    add(key: string, file: File) {
      held.value = new Map(held.value).set(key, { file, progress: signal(0), taken: false });
    },
    /** @param progress from 0 to 1 */
    setProgress(key: string, progress: number) {
      const upload = held.value.get(key);
      if (upload) (upload.progress as Signal<number>).value = progress;
    },
    setTaken(key: string, taken: boolean) {
      const upload = held.value.get(key);
      if (upload && upload.taken !== taken) held.value = new Map(held.value).set(key, { ...upload, taken });
    },
    remove(key: string) {
      const next = new Map(held.value);
      if (next.delete(key)) held.value = next;
    },
  };
};
