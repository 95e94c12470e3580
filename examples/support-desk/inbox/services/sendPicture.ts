import { obj, str } from '@porch/messenger/wire/decode';
import type { ApiCall, ApiResult } from '../model/apiResult';

/** A form that uploads a picture. The file's extension matches its type. */
export const pictureForm = (picture: Blob): FormData => {
  const form = new FormData();
  form.append('source', picture, `picture.${picture.type.split('/')[1]}`);
  return form;
};

/** Uploads a picture. @returns its address, from the answer's field of this name */
export const sendPicture = async (
  call: ApiCall,
  path: string,
  picture: Blob,
  name: 'avatarUrl' | 'mediaUrl',
): Promise<ApiResult<string>> => {
  const result = await call(path, (value) => str(obj(value)[name]), pictureForm(picture));
  if (!result.ok) return result;
  return result.value ? { ok: true, value: result.value } : { ok: false, failure: 'server' };
};
