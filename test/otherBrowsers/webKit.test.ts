import { findWebKit } from '../../scripts/setup.mjs';
import { inThisBrowser } from '../support/webDriver/suite';
import { launchWebKit } from '../support/webDriver/webKit';

const paths = findWebKit();
if (!paths) console.warn('Skipped: the tests in WebKit need webkit2gtk-driver and xvfb.');
inThisBrowser('WebKit', paths ? () => launchWebKit(paths) : undefined);
