import type { Needs } from '../../conversation/featureDeps';
import { createFeatureLoader } from '../../conversation/loadFeatures';
import { FILE_KEY } from '../../delivery/sending/outbox';
import { createUploadFetch, drawImage } from '../../platform/files';
import { uploadFile } from '../../services/conversationCalls';
import type { StoreDeps } from './storeUploads';
import { createUploadBubble } from './UploadBubble';
import { createUploader } from './uploadFiles';
import { createUploads } from './uploadState';

type Deps = Omit<StoreDeps, 'uploads' | 'uploader'> &
  Needs<'words' | 'report' | 'gone' | 'createId', 'messages', 'author' | 'connect' | 'start' | 'refresh'>;

/** File uploads; loads with the first file sent. */
export const createAttachments = (deps: Deps) => {
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
  createFeatureLoader<{ storeUploads: undefined }, StoreDeps>(
    deps,
    {
      storeUploads: {
        load: () => import('./storeUploads'),
        wordless: true,
      },
    },
    { ...deps, uploads, uploader },
  ).feature('storeUploads');
  return Object.assign(createUploadBubble({ uploads, draw: drawImage }), { send: uploader.send });
};

export { createAttachments as create };
