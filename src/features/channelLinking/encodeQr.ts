import { encode } from 'uqr';

/** The dark modules of a QR code as the path of a drawing. */
export type Qr = {
  path: string;
  /** The width and height in modules, without the margin. */
  size: number;
};

/** Encodes an address as a QR code, with error correction for a camera at an angle. */
export const encodeQr = (text: string): Qr => {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, size };
};
