import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export type Certificate = { cert: string; key: string };

/** Makes a self-signed certificate. @param host its name; an address has no name beside it */
export const certify = (folder: string, host = '127.0.0.1'): Certificate => {
  const certificate = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const alternative = /^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`;
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=${alternative}`];
  const files = ['-keyout', certificate.key, '-out', certificate.cert];
  execFileSync('openssl', ['req', ...kind, ...names, ...files], { stdio: 'pipe' });
  return certificate;
};
