import type { Fetch } from '../../src/api/environment.ts';
import type { UserInfo } from '../../src/api/user-info.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { createServer } from '../../src/server/create-server.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { admissionConfiguration } from './admission-harness.ts';

const USERS = {
  admin: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
  ann: { username: 'ann', groups: ['editors', 'system:authenticated'] },
  node: { username: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] },
} satisfies Record<string, UserInfo>;

/** A request to the server. The method defaults to POST. */
export interface PluginRequest {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly as?: keyof typeof USERS;
}

export interface PluginAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly warnings: string;
  /** The plugins that ran. */
  readonly plugins: readonly string[];
}

export interface PluginFlags {
  readonly enable?: readonly string[];
  readonly disable?: readonly string[];
  /** The configuration of the enabled plugin. */
  readonly configuration?: object;
  readonly gates?: string;
}

/** Answers requests of plugins: webhooks deny, and the image policy denies images called forbidden. */
const answerOthers: Fetch = async (request) => {
  const review = (await request.json()) as {
    readonly apiVersion: string;
    readonly kind: string;
    readonly request?: { readonly uid: string };
    readonly spec?: { readonly containers: readonly { readonly image: string }[] };
  };
  const { apiVersion, kind } = review;
  if (kind === 'ImageReview') {
    const isForbidden = review.spec?.containers.some(({ image }) => image.includes('forbidden')) ?? false;
    return Response.json({ apiVersion, kind, status: { allowed: !isForbidden, reason: 'not in the catalogue' } });
  }
  const patch = btoa(JSON.stringify([{ op: 'add', path: '/metadata/labels', value: { hooked: 'yes' } }]));
  const verdict = request.url.includes('/mutate')
    ? { allowed: true, patchType: 'JSONPatch', patch }
    : { allowed: false, status: { message: 'not today' } };
  return Response.json({ apiVersion, kind, response: { uid: review.request?.uid, ...verdict } });
};

/** Opens a server with some plugins enabled or disabled. It uses the kubernetes dialect, whose messages are known. */
export async function openPluginServer({ enable = [], disable = [], configuration, gates = '' }: PluginFlags) {
  const server = await createServer({
    storage: await createMemoryStorage({ firstRevision: 300 }),
    clock: systemClock,
    random: systemRandom,
    fetch: answerOthers,
    flags: {
      dialect: 'kubernetes',
      'authorization-mode': 'RBAC',
      'enable-admission-plugins': enable.join(),
      'disable-admission-plugins': disable.join(),
      'feature-gates': gates,
      'runtime-config': 'api/all=true',
      ...(configuration
        ? { 'admission-control-config-file': admissionConfiguration({ name: enable[0], configuration }) }
        : {}),
    },
  });
  const ask = async ({ method = 'POST', path, body, as = 'admin' }: PluginRequest): Promise<PluginAnswer> => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const content = body ? { body: JSON.stringify(body), headers: { 'content-type': type } } : {};
    const request = new Request(`http://localhost${path}`, { method, ...content });
    const response = await server.fetch(request, { user: USERS[as] });
    const traced = `/apis/debug.tabplane.dev/v1alpha1/requesttraces/${response.headers.get('audit-id')}`;
    const trace = await server.fetch(new Request(`http://localhost${traced}`), { user: USERS.admin });
    const { admission = [] } = (await trace.json()) as { admission?: readonly { readonly plugin: string }[] };
    return {
      status: response.status,
      body: await response.json(),
      warnings: response.headers.get('warning') ?? '',
      plugins: admission.map(({ plugin }) => plugin),
    };
  };
  return { ask, close: () => server.close() };
}
