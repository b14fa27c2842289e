export { createApiClient } from 'tabplane/client';
