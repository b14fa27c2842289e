import { createApiClient } from 'tabplane/client';

/** Talks to whatever serves the API at this page's origin. */
export const client = createApiClient({ fetch: (request) => fetch(request), baseUrl: location.origin });
