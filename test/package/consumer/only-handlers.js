export { clusterHandlers } from 'tabplane/msw';
