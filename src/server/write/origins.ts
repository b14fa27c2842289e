import type { Call } from '../context/call.ts';
import type { ContextBeforeAdmission } from '../context/server-context.ts';
import type { ClientOrigin, ServerOrigin } from './write-plan.ts';

/** The user of the server's own writes. */
const SERVER_USER = { username: 'system:apiserver', groups: ['system:masters'] };

/** Field manager of the objects that the server keeps. */
const API_SERVER = 'kube-apiserver';

export const clientOrigin = (call: Call, fieldManager = ''): ClientOrigin => ({
  kind: 'client',
  call,
  server: call.server,
  user: call.user,
  fieldManager,
});

export const serverOrigin = (server: ContextBeforeAdmission, fieldManager = API_SERVER): ServerOrigin => ({
  kind: 'server',
  server,
  user: SERVER_USER,
  fieldManager,
});
