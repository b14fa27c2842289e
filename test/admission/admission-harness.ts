import type {
  AdmissionAttributes,
  AdmissionContext,
  AdmissionPlugin,
  PermissionRequest,
} from '../../src/admission/admission-plugin.ts';
import { createAdmissionPlugins } from '../../src/admission/index.ts';
import { type DialectName, dialectNamed } from '../../src/api/dialect.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { StatusError } from '../../src/api/status.ts';
import { FakeReader } from '../authorization/fake-reader.ts';

export interface Given {
  readonly operation?: AdmissionAttributes['operation'];
  /** `pods`, `certificatesigningrequests.certificates.k8s.io/approval`. */
  readonly resource?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly object?: object;
  readonly oldObject?: object;
  readonly dryRun?: boolean;
  readonly user?: AdmissionAttributes['user'];
  readonly namespace?: string;
}

const RESOURCES: Readonly<Record<string, string>> = { Node: 'nodes', ReplicaSet: 'replicasets', Secret: 'secrets' };

/** Runs one admission plugin of a server, in namespace x, over a few objects. */
export class AdmissionHarness {
  readonly reader = new FakeReader();
  readonly updated: ApiObject[] = [];
  readonly warnings: string[] = [];
  /** Annotations of the audit event. */
  readonly annotations: Record<string, string> = {};
  /** Permissions of users, as `verb name`. */
  readonly permissions = new Set<string>();
  /** Requests made to the authorizer. */
  readonly permissionRequests: PermissionRequest[] = [];
  readonly #plugin: string;
  readonly #dialect: DialectName;
  readonly #configuration: object;
  readonly #more: Partial<AdmissionContext>;
  #chain: readonly AdmissionPlugin[] | undefined;

  constructor(
    plugin: string,
    dialect: DialectName = 'kubernetes',
    configuration: object = {},
    more: Partial<AdmissionContext> = {},
  ) {
    this.#more = more;
    this.#configuration = configuration;
    this.#plugin = plugin;
    this.#dialect = dialect;
    this.put('namespaces', { metadata: { name: 'x' } });
  }

  put(resource: string, ...objects: object[]): this {
    this.reader.put(resource, ...(objects as ApiObject[]));
    return this;
  }

  /** Returns the admitted object. @throws StatusError */
  async admit(given: Given): Promise<ApiObject> {
    return this.#run(given, ['mutate', 'validate']);
  }

  /** Validates an object as other plugins left it. @throws StatusError */
  async validate(given: Given): Promise<void> {
    await this.#run(given, ['validate']);
  }

  /** Returns all plugins that run by default or are named. */
  plugins(...enabled: string[]): readonly AdmissionPlugin[] {
    return createAdmissionPlugins(this.#context(), {
      'enable-admission-plugins': enabled.join(),
      'disable-admission-plugins': '',
    });
  }

  /** Returns the names of all plugins that run by default and make a request wait. */
  async pluginsToWaitFor(given: Given): Promise<string[]> {
    const attributes = this.attributes(given);
    const waiting = new Set<string>();
    this.#chain ??= createAdmissionPlugins(this.#context(), {
      'enable-admission-plugins': this.#plugin,
      'disable-admission-plugins': '',
    });
    for (const plugin of this.#chain) {
      for (const phase of ['mutate', 'validate'] as const) {
        const pending = plugin.handles.has(attributes.operation) ? plugin[phase]?.(attributes) : undefined;
        if (pending) waiting.add(plugin.name);
        await pending;
      }
    }
    return [...waiting];
  }

  async #run(given: Given, phases: readonly ('mutate' | 'validate')[]): Promise<ApiObject> {
    const attributes = this.attributes(given);
    this.#chain ??= createAdmissionPlugins(this.#context(), {
      'enable-admission-plugins': this.#plugin,
      'disable-admission-plugins': '',
      'admission-control-config-file': admissionConfiguration({
        name: this.#plugin,
        configuration: this.#configuration,
      }),
    }).filter(({ name }) => name === this.#plugin);
    for (const plugin of this.#chain) {
      if (!plugin.handles.has(attributes.operation)) continue;
      for (const phase of phases) await plugin[phase]?.(attributes);
    }
    return attributes.object as ApiObject;
  }

  /** Returns the message of the denial. */
  async denial(given: Given): Promise<string> {
    try {
      await this.admit(given);
    } catch (error) {
      if (error instanceof StatusError) return error.message;
      throw error;
    }
    return 'admitted';
  }

  attributes({
    operation = 'CREATE',
    resource = 'pods',
    name = '',
    kind = 'Pod',
    ...given
  }: Given): AdmissionAttributes {
    const [path = '', subresource = ''] = resource.split('/');
    const [plural = '', ...group] = path.split('.');
    const complete = (object: object | undefined) =>
      object && ({ metadata: {}, ...structuredClone(object) } as ApiObject);
    return {
      operation,
      kind: { group: group.join('.'), version: 'v1', kind },
      resource: { group: group.join('.'), version: 'v1', resource: plural },
      subresource,
      namespace: given.namespace ?? 'x',
      name,
      object: complete(given.object),
      oldObject: complete(given.oldObject),
      options: {},
      dryRun: given.dryRun ?? false,
      user: given.user ?? { username: 'ann' },
      warn: (text) => this.warnings.push(text),
      annotate: (key, value) => {
        this.annotations[key] = value;
      },
    };
  }

  #context(): AdmissionContext {
    return {
      dialect: dialectNamed(this.#dialect),
      clock: { now: () => 0, after: () => () => undefined },
      random: { bytes: (count) => new Uint8Array(count) },
      fetch: () => Promise.reject(new TypeError('nothing is reachable from here')),
      reader: this.reader,
      kinds: {
        equivalents: () => [],
        resourceOf: ({ group, version, kind }) => {
          const resource = RESOURCES[kind];
          return resource ? { resource: { group, version, resource }, isNamespaced: kind !== 'Node' } : undefined;
        },
        convert: async (object) => object,
        decode: (json) => JSON.parse(json) as ApiObject,
        canonical: (object) => object,
        setDefaults: () => undefined,
      },
      writer: {
        create: async (_group, _resource, object) => object,
        update: async (_group, _resource, object) => {
          this.updated.push(object);
          return object;
        },
      },
      authorizer: {
        authorize: async (request) => {
          this.permissionRequests.push(request);
          const isAllowed = this.permissions.has(`${request.verb} ${request.name}`);
          return { decision: isAllowed ? 'allow' : 'no-opinion', reason: '' };
        },
      },
      ...this.#more,
    };
  }
}

/** Returns the text of a configuration for one plugin. */
export const admissionConfiguration = (plugin: object): string =>
  JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins: [plugin] });

/** Returns a pod named p with a container named c. */
export const pod = (spec: object = {}, metadata: object = {}, container: object = {}) => ({
  metadata: { name: 'p', ...metadata },
  spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec },
});
