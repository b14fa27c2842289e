/** Installs the programs that tests need beside Node's packages. In a process of its own, so that both are installed at the same time. */
import { installChromium } from './find-chromium.mjs';
import { installEtcd } from './find-etcd.mjs';
import { installOtherBrowsers } from './find-other-browsers.mjs';

installChromium();
installOtherBrowsers();
installEtcd();
