import { act } from '@testing-library/preact';
import { vi } from 'vitest';

/** A browser's reader of pictures: what it was asked to cut out, whether it can read, and how many bitmaps are open. */
export const fakePictures = () => {
  const fake = { cuts: [] as unknown[][], sizes: [] as number[][], canRead: true, open: 0 };
  vi.stubGlobal('createImageBitmap', async (_source: unknown, ...cut: unknown[]) => {
    if (!fake.canRead) throw new DOMException('no picture', 'InvalidStateError');
    fake.cuts.push(cut);
    fake.open++;
    return { width: 400, height: 301, close: () => fake.open-- };
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => undefined,
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    then,
  ) {
    fake.sizes.push([this.width, this.height]);
    then(new Blob(['picture'], { type: 'image/webp' }));
  });
  return fake;
};

export const FILE = new File(['x'], 'holiday.heic', { type: 'image/heic' });

/** Fires an event by its native name; the testing library uses those of older versions of preact. */
export const dispatch = (element: Element, type: string, fields: object = {}) =>
  act(() => {
    element.dispatchEvent(Object.assign(new Event(type, { bubbles: true, cancelable: true }), fields));
  });

/** Chooses a file in a control's file field. */
export const chooseFile = (control: HTMLElement, file = FILE) => {
  const input = control.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no file field');
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  dispatch(input, 'change');
};
