export { startCluster } from 'tabplane/browser';
