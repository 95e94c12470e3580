import { findFirefox } from '../../scripts/setup.mjs';
import { launchFirefox } from '../support/webDriver/firefox';
import { inThisBrowser } from '../support/webDriver/suite';

const path = findFirefox();
if (!path) console.warn('Skipped: the tests in Firefox need firefox-esr (or FIREFOX_PATH).');
inThisBrowser('Firefox', path ? () => launchFirefox(path) : undefined);
