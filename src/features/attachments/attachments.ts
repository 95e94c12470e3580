import type { Needs } from '../../conversation/featureDeps';
import { FILE_KEY } from '../../model/message';
import { createUploadFetch, drawImage } from '../../platform/files';
import { uploadFile } from '../../services/fileCalls';
import { type StoreDeps, storeUploads } from './storeUploads';
import { createUploadBubble } from './UploadBubble';
import { createUploader } from './uploadFiles';
import { createUploads } from './uploadState';

type Deps = Omit<StoreDeps, 'uploads' | 'uploader'> &
  Needs<'createId', 'messages', 'author' | 'connect' | 'start' | 'refresh'>;

/** File uploads; loads with the first file sent. */
const createAttachments = (deps: Deps) => {
  const { slices, delivery, clock, onDispose } = deps;
  const uploads = createUploads();
  const uploader = createUploader({
    ...slices,
    uploads,
    clock,
    createId: () => FILE_KEY + deps.createId(),
    author: delivery.author,
    upload: (conversationId, file, referenceId, watch) => {
      const http = delivery.connect(undefined, undefined, undefined, createUploadFetch({ clock, ...watch }));
      return uploadFile(http, conversationId, delivery.author(), file, referenceId);
    },
    start: delivery.start,
    refresh: delivery.refresh,
  });
  onDispose(uploader.dispose);
  storeUploads({ ...deps, uploads, uploader });
  return Object.assign(createUploadBubble({ uploads, draw: drawImage }), {
    send: uploader.send,
    take: uploader.take,
  });
};

export { createAttachments as create };
