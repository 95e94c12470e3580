/** A certificate for loopback, made for each run. */
import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a self-signed certificate with openssl.
 * @param {string} folder takes its files
 */
export const certify = (folder) => {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', ...kind, ...names, '-keyout', files.key, '-out', files.cert], {
    stdio: 'pipe',
  });
  const cert = readFileSync(files.cert);
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return {
    cert,
    key: readFileSync(files.key),
    /**
     * Lets Chromium trust this one key. Where it ignores every error instead, it keeps nothing in its cache.
     */
    flag: `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`,
  };
};
