import { createParts } from '../flows/loadParts';
import { FILE_KEY } from '../flows/outbox';
import { createUploader } from '../flows/uploadFiles';
import { createUploadFetch, drawImage } from '../platform/files';
import { uploadFile } from '../services/conversationCalls';
import { createUploads } from '../slices/uploads';
import { createUploadBubble } from '../ui/composer/uploads/UploadBubble';
import type { PartDeps } from './deps';

/** File uploads; loads with the first file sent. */
export const createPart = (deps: PartDeps) => {
  const { slices, delivery, clock, own } = deps;
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
  own(uploader.dispose);
  const more = { ...deps, uploads, uploader };
  createParts(deps, { keptFiles: () => import('./keptFiles') }, more, ['keptFiles']).part('keptFiles');
  return Object.assign(createUploadBubble({ uploads, draw: drawImage }), { send: uploader.send });
};
