import { beforeAll, describe, expect, it } from 'vitest';
import { certificateRequest } from '../../clients/certificate-request.ts';
import { createWholeServer } from '../whole-server.ts';

const NAMESPACE = '/api/v1/namespaces/shop';
const template = {
  metadata: { labels: { a: 'b' } },
  spec: { restartPolicy: 'Always', containers: [{ name: 'c', image: 'i' }] },
};
const selector = { matchLabels: { a: 'b' } };
const volume = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' } };

let cluster: Awaited<ReturnType<typeof createWholeServer>>;

async function ask(method: string, path: string, body?: unknown, type = 'application/json') {
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': type } };
  const response = await cluster.send(method, path, init);
  return {
    code: response.status,
    ...((await response.json()) as {
      details?: { causes?: { field: string }[] };
      metadata: Record<string, string>;
      message?: string;
      spec?: Record<string, unknown>;
      status?: unknown;
      kind?: string;
    }),
  };
}

/** Creates an object and returns the fields of the errors of a merge patch of it. */
async function fieldsOf(collection: string, object: object, patch: object): Promise<string[]> {
  await ask('POST', collection, { metadata: { name: 'one' }, ...object });
  const { details } = await ask('PATCH', `${collection}/one`, patch, 'application/merge-patch+json');
  return (details?.causes ?? []).map(({ field }) => field);
}

beforeAll(async () => {
  cluster = await createWholeServer({ flags: { dialect: 'kubernetes', 'runtime-config': 'api/all=true' } as never });
  await ask('POST', '/api/v1/namespaces', { metadata: { name: 'shop' } });
});

describe('an update', () => {
  const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };

  it.each([
    ['/api/v1/persistentvolumes', { spec: volume }, { spec: { accessModes: [] } }, 2],
    ['/apis/rbac.authorization.k8s.io/v1/clusterroles', { rules: [rule] }, { rules: [{ ...rule, verbs: [] }] }, 2],
    ['/apis/apps/v1/namespaces/shop/replicasets', { spec: { selector, template } }, { spec: { replicas: -1 } }, 2],
    ['/apis/apps/v1/namespaces/shop/deployments', { spec: { selector, template } }, { spec: { replicas: -1 } }, 1],
    [
      '/apis/storage.k8s.io/v1/storageclasses',
      { provisioner: 'a/b' },
      { provisioner: 'b', parameters: { '': 'x' } },
      3,
    ],
    [
      '/apis/policy/v1/namespaces/shop/poddisruptionbudgets',
      { spec: { selector } },
      { metadata: { finalizers: ['x'] } },
      0,
    ],
    ['/apis/rbac.authorization.k8s.io/v1/namespaces/shop/roles', {}, { metadata: { finalizers: ['x'] } }, 3],
    ['/api/v1/namespaces/shop/secrets', {}, { metadata: { finalizers: ['x'] } }, 2],
    ['/api/v1/namespaces/shop/endpoints', {}, { metadata: { labels: { a: 'b c' } } }, 4],
  ])('of %s has as many causes of rejection as on the real server', async (collection, object, patch, count) => {
    expect(await fieldsOf(collection, object, patch)).toHaveLength(count);
  });

  const RBAC = '/apis/rbac.authorization.k8s.io/v1/namespaces/shop';
  const FINALIZER = 'metadata.finalizers[0]';

  it.each([
    [
      `${RBAC}/roles`,
      { rules: [rule] },
      { rules: [{ ...rule, verbs: [] }] },
      [FINALIZER, 'rules[0].verbs', FINALIZER, 'rules[0].verbs', FINALIZER],
    ],
    [
      `${RBAC}/rolebindings`,
      { roleRef: { kind: 'Role', name: 'r' } },
      { roleRef: { name: '' } },
      [FINALIZER, 'roleRef.name', FINALIZER, 'roleRef.name', FINALIZER, 'roleRef'],
    ],
    [
      '/apis/storage.k8s.io/v1/storageclasses',
      { provisioner: 'a/b' },
      { volumeBindingMode: 'Odd' },
      [FINALIZER, 'volumeBindingMode', FINALIZER, 'volumeBindingMode'],
    ],
    [
      `${NAMESPACE}/replicationcontrollers`,
      { spec: { template } },
      { spec: { replicas: -1 } },
      [FINALIZER, 'spec.replicas', FINALIZER, 'spec.replicas'],
    ],
    [
      '/apis/networking.k8s.io/v1/ingressclasses',
      { spec: { controller: 'a.example.com/b' } },
      { spec: { controller: 'odd' } },
      [FINALIZER, 'spec.controller', FINALIZER, 'spec.controller'],
    ],
    [
      '/apis/storage.k8s.io/v1/volumeattachments',
      { spec: { attacher: 'a.example.com', nodeName: 'n', source: { persistentVolumeName: 'pv' } } },
      { spec: { nodeName: '-' } },
      [FINALIZER, 'spec.nodeName', FINALIZER, 'spec.nodeName', 'spec'],
    ],
    [
      '/api/v1/nodes',
      { spec: { providerID: 'a' } },
      { spec: { providerID: 'b', taints: [{ key: '-', effect: 'NoSchedule' }] } },
      [FINALIZER, 'metadata.taints[0].key', FINALIZER, 'spec.providerID', 'metadata.taints[0].key'],
    ],
    [
      '/api/v1/namespaces',
      {},
      { metadata: { finalizers: ['x/y', 'a b'] } },
      ['metadata.finalizers', 'metadata.finalizers', FINALIZER, FINALIZER],
    ],
    [
      '/apis/events.k8s.io/v1/namespaces/default/events',
      {
        eventTime: '2026-01-01T00:00:00.000000Z',
        type: 'Normal',
        reason: 'a',
        action: 'b',
        reportingController: 'c',
        reportingInstance: 'd',
      },
      { action: '', type: 'Warning' },
      ['action', FINALIZER, 'type', 'action'],
    ],
    [
      `${NAMESPACE}/events`,
      { involvedObject: { namespace: 'shop' } },
      { involvedObject: { namespace: 'x' } },
      ['involvedObject.namespace'],
    ],
    [
      '/apis/batch/v1/namespaces/shop/jobs',
      { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
      { spec: { parallelism: -1 } },
      [FINALIZER, 'spec.parallelism', FINALIZER, 'spec.parallelism'],
    ],
    [
      '/apis/node.k8s.io/v1/runtimeclasses',
      { handler: 'a' },
      { handler: '-' },
      [FINALIZER, 'handler', FINALIZER, 'handler'],
    ],
    [
      '/apis/storage.k8s.io/v1/namespaces/shop/csistoragecapacities',
      { storageClassName: 'a' },
      { storageClassName: '-' },
      [FINALIZER, 'storageClassName', FINALIZER, 'storageClassName'],
    ],
  ])('of %s has the causes in the order of the checks', async (collection, object, patch, fields) => {
    await ask('POST', collection, { ...object, metadata: { name: 'ordered' } });
    const metadata = { finalizers: ['x/y', 'plain'], ...('metadata' in patch ? (patch.metadata as object) : {}) };
    const changed = { ...patch, metadata };
    const { details } = await ask('PATCH', `${collection}/ordered`, changed, 'application/merge-patch+json');
    const found = (details?.causes ?? []).map(({ field }) => field);
    expect(found).toEqual(fields.map((field) => (field === FINALIZER ? 'metadata.finalizers[1]' : field)));
  });

  it('of the status of a signing request has the changes of metadata last', async () => {
    const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
    await ask('POST', path, JSON.parse(await certificateRequest('ordered', 'example.com/signer')));
    const patch = { metadata: { finalizers: ['plain'] }, status: { certificate: btoa('odd') } };
    const { details } = await ask('PATCH', `${path}/ordered/status`, patch, 'application/merge-patch+json');
    const fields = ['metadata.finalizers[0]', 'status.certificate', 'metadata.finalizers[0]'];
    expect((details?.causes ?? []).map(({ field }) => field)).toEqual(fields);
  });

  it('of a webhook configuration that sends an empty list of webhooks has a new generation', async () => {
    const path = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations';
    const created = await ask('POST', path, { metadata: { name: 'none' } });
    const updated = await ask('PUT', `${path}/none`, { metadata: created.metadata, webhooks: [] });
    expect([created.metadata.generation, updated.metadata.generation]).toEqual([1, 2]);
  });

  it('of a volume attachment does not check its names again', async () => {
    const spec = { attacher: 'a.example.com', nodeName: 'n', source: { persistentVolumeName: 'pv' } };
    const patch = { spec: { attacher: '-a' } };
    expect(await fieldsOf('/apis/storage.k8s.io/v1/volumeattachments', { spec }, patch)).toEqual(['spec']);
  });

  it('without changes sets a new resourceVersion only for volumes and claims', async () => {
    const same = async (path: string): Promise<boolean> => {
      const { code: _, ...before } = await ask('GET', path);
      return (await ask('PUT', path, before)).metadata.resourceVersion === before.metadata.resourceVersion;
    };
    await ask('POST', '/api/v1/persistentvolumes', { metadata: { name: 'noop' }, spec: volume });
    await ask('POST', `${NAMESPACE}/configmaps`, { metadata: { name: 'noop' } });
    expect(await same('/api/v1/persistentvolumes/noop')).toBe(false);
    expect(await same(`${NAMESPACE}/configmaps/noop`)).toBe(true);
  });
});

describe('a delete', () => {
  it.each(['uid=other', 'resourceVersion=1', 'uid=other&resourceVersion=1'])(
    'conflicts with the precondition %s of its query',
    async (query) => {
      await ask('POST', `${NAMESPACE}/configmaps`, { metadata: { name: 'kept' } });
      const { code, message } = await ask('DELETE', `${NAMESPACE}/configmaps/kept?${query}`);
      expect([code, message]).toEqual([409, expect.stringContaining('in the precondition')]);
    },
  );

  it('passes the preconditions of its query', async () => {
    const { metadata } = await ask('POST', `${NAMESPACE}/configmaps`, { metadata: { name: 'gone' } });
    const query = `uid=${metadata.uid}&resourceVersion=${metadata.resourceVersion}`;
    expect((await ask('DELETE', `${NAMESPACE}/configmaps/gone?${query}`)).code).toBe(200);
  });
});

describe('the labels of a template', () => {
  it.each([
    [{}, 'map[string]string{}'],
    [null, 'map[string]string(nil)'],
  ])('that are sent as %j are shown as %s when the selector does not match them', async (labels, shown) => {
    const unlabeled = { ...template, metadata: { labels } };
    for (const kind of ['deployments', 'daemonsets']) {
      const body = { metadata: { name: 'unlabeled' }, spec: { selector, template: unlabeled } };
      const { message } = await ask('POST', `/apis/apps/v1/namespaces/shop/${kind}`, body);
      expect(message).toContain(`Invalid value: ${shown}: \`selector\` does not match template \`labels\``);
    }
  });
});

describe('a quantity', () => {
  it('above int64 wraps where Go converts it to an int64', async () => {
    const spec = { capacity: { 'hugepages-2Mi': '9223372036854775808' } };
    const { message } = await ask('POST', '/api/v1/persistentvolumes', { metadata: { name: 'large' }, spec });
    expect(message).toContain(
      'resource.Quantity{i:resource.int64Amount{value:0, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(0xc000000000)}',
    );
    expect(message).toContain(
      'spec.capacity[hugepages-2Mi]: Invalid value: -9223372036854775808: must be a valid resource quantity',
    );
  });

  it('that is sent as null has no format in messages', async () => {
    const zero =
      'resource.Quantity{i:resource.int64Amount{value:0, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}';
    const spec = { ...volume, capacity: { cpu: null, storage: null } };
    const { message } = await ask('POST', '/api/v1/persistentvolumes', { metadata: { name: 'null' }, spec });
    expect(message).toContain(`core.ResourceList{"cpu":${zero}, s:"", Format:""}`);

    const jobs = '/apis/batch/v1/namespaces/shop/jobs';
    const jobTemplate = (amount: unknown) => ({
      ...template,
      spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: amount } } }] },
    });
    const { spec: stored, ...created } = await ask('POST', jobs, {
      metadata: { name: 'null' },
      spec: { template: jobTemplate('1') },
    });
    expect(created.code).toBe(201);
    const changed = { metadata: created.metadata, spec: { ...stored, template: jobTemplate(null) } };
    const updated = await ask('PUT', `${jobs}/null`, changed);
    expect(updated.message).toContain(`Limits:core.ResourceList{"cpu":${zero}, s:"", Format:""}}`);
  });

  it('may be surrounded by blanks in a strategic merge patch', async () => {
    const path = `${NAMESPACE}/resourcequotas`;
    await ask('POST', path, { metadata: { name: 'blanks' }, spec: {} });
    const patch = { spec: { hard: { pods: ' 1 ' } } };
    const { spec } = await ask('PATCH', `${path}/blanks`, patch, 'application/strategic-merge-patch+json');
    expect(spec).toEqual({ hard: { pods: '1' } });
  });
});

describe('the overhead of a runtime class', () => {
  it.each([
    ['0.0001', '100u'],
    ['0.0000000001', '1n'],
    ['1.5', '1500m'],
  ])('of %s is not rounded up to thousandths', async (sent, stored) => {
    const overhead = { podFixed: { cpu: sent } };
    const metadata = { generateName: 'r' };
    const created = await ask('POST', '/apis/node.k8s.io/v1/runtimeclasses', { metadata, handler: 'h', overhead });
    expect(created).toMatchObject({ overhead: { podFixed: { cpu: stored } } });
  });
});

describe("Go's zero time", () => {
  const path = `${NAMESPACE}/pods/zero/status`;
  const ZERO = '0001-01-01T00:00:00Z';

  it('is null in a pointer field until a client sends null, which removes the field', async () => {
    await ask('POST', `${NAMESPACE}/serviceaccounts`, { metadata: { name: 'default' } });
    await ask('POST', `${NAMESPACE}/pods`, { metadata: { name: 'zero' }, spec: template.spec });
    const merge = 'application/merge-patch+json';
    const { status } = await ask('PATCH', path, { status: { startTime: ZERO } }, merge);
    expect(status).toHaveProperty('startTime', null);
    const read = await ask('GET', path);
    expect(read.status).toHaveProperty('startTime', null);
    expect((await ask('PUT', path, read)).status).not.toHaveProperty('startTime');
  });
});

describe('an autoscaler in v1', () => {
  it('has managed fields for the annotations that hold fields of other versions', async () => {
    const autoscalers = '/apis/autoscaling/v1/namespaces/shop/horizontalpodautoscalers';
    const scaleTargetRef = { kind: 'Deployment', name: 'd' };
    await ask('POST', autoscalers, { metadata: { name: 'one' }, spec: { maxReplicas: 2, scaleTargetRef } });
    const status = { currentCPUUtilizationPercentage: 3 };
    const { metadata } = await ask('PATCH', `${autoscalers}/one/status`, { status }, 'application/merge-patch+json');
    expect(JSON.stringify(metadata.managedFields)).toContain('"f:autoscaling.alpha.kubernetes.io/current-metrics":{}');
  });
});

describe('an apply to the scale of an object', () => {
  it('leaves no manager of the replicas that has lost them or applied none', async () => {
    const deployments = '/apis/apps/v1/namespaces/shop/deployments';
    const apply = 'application/apply-patch+yaml';
    const scale = (spec: object) => ({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'owned' },
      spec,
    });
    await ask('POST', deployments, { metadata: { name: 'owned', managedFields: [{}] }, spec: { selector, template } });
    await ask('PATCH', `${deployments}/owned/scale?fieldManager=none`, scale({}), apply);
    await ask('PATCH', `${deployments}/owned/scale?fieldManager=one&force=true`, scale({ replicas: 4 }), apply);
    const { metadata } = await ask('GET', `${deployments}/owned`);
    const owners = metadata.managedFields as unknown as { subresource?: string; manager: string }[];
    expect(owners.filter(({ subresource }) => subresource).map(({ manager }) => manager)).toEqual(['one']);
  });
});

describe('an endpoint slice', () => {
  it('has a new generation when its endpoints get a deprecatedTopology, which v1 drops', async () => {
    const slices = '/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices';
    const endpoints = [{ addresses: ['10.1.2.3'] }];
    await ask('POST', slices, { metadata: { name: 'one' }, addressType: 'IPv4', endpoints });
    const changed = { endpoints: [{ ...endpoints[0], deprecatedTopology: { a: 'b' } }] };
    const patched = await ask('PATCH', `${slices}/one`, changed, 'application/merge-patch+json');
    expect(patched).toMatchObject({ metadata: { generation: 2 }, endpoints });
  });
});

describe('the data of a controller revision', () => {
  const revisions = '/apis/apps/v1/namespaces/shop/controllerrevisions';

  it('is required in updates', async () => {
    await ask('POST', revisions, { metadata: { name: 'none' }, data: { a: 1 } });
    const { details } = await ask('PATCH', `${revisions}/none`, { data: null }, 'application/merge-patch+json');
    expect(details?.causes).toMatchObject([
      { message: 'Required value: data is mandatory' },
      { message: 'Invalid value: "null": field is immutable' },
    ]);
  });

  it('is shown with its members in the order of Go', async () => {
    await ask('POST', revisions, { metadata: { name: 'sorted' }, data: { '10': 1, '9': 2 } });
    const patch = { data: { '9': 3, '\u{1f600}': 4, '\uff5e': 5 } };
    const { message = '' } = await ask('PATCH', `${revisions}/sorted`, patch, 'application/merge-patch+json');
    const bytes = /\[\]uint8{([^}]*)}/.exec(message)?.[1]?.split(', ').map(Number) ?? [];
    expect(Buffer.from(bytes).toString()).toBe('{"10":1,"9":3,"\uff5e":5,"\u{1f600}":4}');
  });

  it('conflicts only with an apply of another JSON type', async () => {
    const metadata = { name: 'typed' };
    await ask('POST', revisions, { metadata, data: {} });
    const apply = (data: unknown) => {
      const body = { apiVersion: 'apps/v1', kind: 'ControllerRevision', metadata, data, revision: 0 };
      return ask('PATCH', `${revisions}/typed?fieldManager=m`, body, 'application/apply-patch+yaml');
    };
    expect((await apply([])).message).toContain('conflict with "unknown" using apps/v1: .data');
    expect((await apply({})).code).toBe(200);
  });
});

describe('a surrogate without its partner', () => {
  it.each([
    [
      'POST',
      `${NAMESPACE}/configmaps`,
      '{"metadata":{"name":"lone"},"data":{"a":"\\ud800 \\ud83d\\ude00 \\\\ud800"}}',
      'application/json',
    ],
    [
      'PATCH',
      `${NAMESPACE}/configmaps/lone`,
      '{"data":{"a":"\\ud800 \\ud83d\\ude00 \\\\ud800"}}',
      'application/merge-patch+json',
    ],
  ])('is stored by %s as a replacement character', async (method, path, body, type) => {
    const response = await cluster.send(method, path, { body, headers: { 'content-type': type } });
    expect(await response.json()).toMatchObject({ data: { a: '\ufffd \u{1f600} \\ud800' } });
  });
});

describe('a dry run of a delete that removes the last finalizer', () => {
  it('returns an empty object', async () => {
    const path = `${NAMESPACE}/replicationcontrollers`;
    await ask('POST', path, { metadata: { name: 'held' }, spec: { selector: { a: 'b' }, template } });
    await ask('DELETE', `${path}/held`);
    const answer = await ask('DELETE', `${path}/held`, { propagationPolicy: 'Background', dryRun: ['All'] });
    expect(answer).toMatchObject({ kind: 'ReplicationController', metadata: { creationTimestamp: null } });
    expect([answer.metadata.name, answer.spec, answer.status]).toEqual([undefined, { replicas: 0 }, { replicas: 0 }]);
    expect((await ask('GET', `${path}/held`)).code).toBe(200);
  });
});

describe('discovery', () => {
  it('states the advertised address', async () => {
    const address = async (flags: object) => {
      const other = await createWholeServer({ flags: { dialect: 'kubernetes', ...flags } as never });
      return (await (await other.get('/api')).json()) as object;
    };
    const stated = (serverAddress: string) => ({ serverAddressByClientCIDRs: [{ serverAddress }] });
    expect(await address({})).toMatchObject(stated('127.0.0.1:443'));
    expect(await address({ 'advertise-address': '192.0.2.1' })).toMatchObject(stated('192.0.2.1:443'));
  });
});

describe('an ephemeral container', () => {
  it.each([{ lifecycle: {} }, { ports: [] }, { resources: { limits: {} } }])(
    'with %j has an unsupported field',
    async (change) => {
      const path = `${NAMESPACE}/pods`;
      await ask('POST', '/api/v1/namespaces/shop/serviceaccounts', { metadata: { name: 'default' } });
      await ask('POST', path, { metadata: { name: 'debugged' }, spec: template.spec });
      const patch = {
        spec: { ephemeralContainers: [{ name: 'e', image: 'i', terminationMessagePolicy: 'File', ...change }] },
      };
      const { details } = await ask(
        'PATCH',
        `${path}/debugged/ephemeralcontainers`,
        patch,
        'application/strategic-merge-patch+json',
      );
      expect(details?.causes?.map(({ field }) => field)).toEqual([
        `spec.ephemeralContainers[0].${Object.keys(change)[0]}`,
      ]);
    },
  );
});

describe('a role that grants more than its author holds', () => {
  it('is denied before it is validated', async () => {
    const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/shop';
    const rules = [{ apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['patch'] }];
    await ask('POST', `${rbac}/roles`, { metadata: { name: 'patcher' }, rules });
    const binding = { roleRef: { kind: 'Role', name: 'patcher' }, subjects: [{ kind: 'User', name: 'alice' }] };
    await ask('POST', `${rbac}/rolebindings`, { metadata: { name: 'patcher' }, ...binding });
    const response = await cluster.send('PATCH', `${rbac}/roles/patcher`, {
      body: JSON.stringify({ rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }] }),
      headers: { 'content-type': 'application/merge-patch+json' },
      user: { username: 'alice', groups: ['system:authenticated'] },
    });
    expect(response.status).toBe(403);
  });
});

describe('a field of a disabled feature', () => {
  it('has a manager even though it is dropped', async () => {
    const spec = {
      selector,
      serviceName: 's',
      template,
      updateStrategy: { rollingUpdate: { maxUnavailable: 1 } },
    };
    const { metadata, ...stored } = await ask('POST', '/apis/apps/v1/namespaces/shop/statefulsets', {
      metadata: { name: 'disabled' },
      spec,
    });
    expect(stored.spec?.updateStrategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { partition: 0 } });
    expect(JSON.stringify(metadata.managedFields)).toContain('"f:maxUnavailable":{}');
  });
});

describe('an apply', () => {
  it('owns raw JSON in built-in kinds as a whole', async () => {
    const body = {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: { name: 'raw' },
      data: { a: 1 },
      revision: 1,
    };
    const path = '/apis/apps/v1/namespaces/shop/controllerrevisions/raw?fieldManager=m';
    const { metadata } = await ask('PATCH', path, body, 'application/apply-patch+yaml');
    expect(metadata.managedFields).toMatchObject([{ fieldsV1: { 'f:data': {}, 'f:revision': {} } }]);
    expect(JSON.stringify(metadata.managedFields)).not.toContain('f:a');
  });

  it('reports conflicts like the real server, which overwrites paths that share an array', async () => {
    const path = '/apis/apps/v1/namespaces/shop/deployments/conflicts?fieldManager=m';
    const container = { name: 'c', image: 'i', command: ['a'] };
    const body = (changes: object, minReadySeconds: number) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'conflicts' },
      spec: {
        selector,
        minReadySeconds,
        template: { ...template, spec: { containers: [{ ...container, ...changes }] } },
      },
    });
    await ask('POST', '/apis/apps/v1/namespaces/shop/deployments', body({}, 1));
    const changed = body({ image: 'j', command: ['b'] }, 2);
    const { details } = await ask('PATCH', path, changed, 'application/apply-patch+yaml');
    const image = '.spec.template.spec.containers[name="c"].image';
    expect(details?.causes?.map(({ field }) => field)).toEqual(['.spec.minReadySeconds', image, image]);
  });

  it.each([
    `/apis/apps/v1/namespaces/shop/deployments/absent/status`,
    `${NAMESPACE}/pods/absent/status`,
    '/api/v1/persistentvolumes/absent/status',
  ])('to %s of a missing object returns 404, regardless of its body', async (path) => {
    const body = { apiVersion: 'v1', kind: 'ServiceAccount' };
    expect(await ask('PATCH', `${path}?fieldManager=m`, body, 'application/apply-patch+yaml')).toMatchObject({
      code: 404,
    });
  });

  it('wraps integers that are too large, as Go does', async () => {
    const path = `${NAMESPACE}/replicationcontrollers/large?fieldManager=m`;
    const body = (minReadySeconds: number) => ({
      apiVersion: 'v1',
      kind: 'ReplicationController',
      metadata: { name: 'large' },
      spec: { selector: { a: 'b' }, template, minReadySeconds },
    });
    const apply = (seconds: number) => ask('PATCH', path, body(seconds), 'application/apply-patch+yaml');
    expect((await apply(2 ** 31)).message).toContain('spec.minReadySeconds: Invalid value: -2147483648');
    expect((await apply(1e30)).spec?.minReadySeconds ?? 0).toBe(0);
  });
});

describe('warnings', () => {
  const twice = {
    ...template,
    spec: { ...template.spec, containers: [{ name: 'c', image: 'i', env: [{ name: 'A' }, { name: 'A' }] }] },
  };
  const warningOf = async (method: string, path: string, body?: unknown, type = 'application/merge-patch+json') =>
    (
      await cluster.send(method, path, {
        ...(body ? { body: JSON.stringify(body) } : {}),
        headers: { 'content-type': type },
      })
    ).headers.get('warning');
  const hides = '299 - "spec.template.spec.containers[0].env[1]: hides previous definition of \\"A\\""';

  it('of a write of the scale are those of the object', async () => {
    const path = '/apis/apps/v1/namespaces/shop/deployments';
    await ask('POST', path, { metadata: { name: 'scaled' }, spec: { selector, template: twice } });
    expect(await warningOf('PATCH', `${path}/scaled/scale`, { spec: { replicas: 2 } })).toBe(hides);
  });

  it('of a pod template are shown when its generation changes', async () => {
    const path = `${NAMESPACE}/podtemplates`;
    await ask('POST', path, { metadata: { name: 'warned' }, template: twice });
    expect(await warningOf('PATCH', `${path}/warned`, { metadata: { labels: { a: 'b' } } })).toBeNull();
    expect(await warningOf('PATCH', `${path}/warned`, { template: { metadata: { labels: { a: 'c' } } } })).toContain(
      'hides previous definition',
    );
  });

  it('of an update of a replication controller are those of the old template', async () => {
    const path = `${NAMESPACE}/replicationcontrollers`;
    await ask('POST', path, { metadata: { name: 'warned' }, spec: { selector: { a: 'b' }, template } });
    expect(await warningOf('PATCH', `${path}/warned`, { spec: { template: twice } })).toBeNull();
    expect(await warningOf('PATCH', `${path}/warned`, { spec: { template } })).toBe(hides);
  });

  it('about orphans are shown for a deletecollection of jobs', async () => {
    const path = '/apis/batch/v1/namespaces/shop/jobs';
    expect(await warningOf('DELETE', path)).toContain('child pods are preserved by default');
    expect(await warningOf('DELETE', `${path}?propagationPolicy=Background`)).toBeNull();
  });
});

describe('an empty table', () => {
  it('has no list of rows for kinds with the default columns', async () => {
    const rowsOf = async (path: string) => {
      const response = await cluster.get(path, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
      return ((await response.json()) as { rows: unknown }).rows;
    };
    expect(await rowsOf('/apis/rbac.authorization.k8s.io/v1/namespaces/none/roles')).toBeNull();
    expect(await rowsOf('/api/v1/namespaces/none/pods')).toEqual([]);
  });
});

describe('an access review with metadata', () => {
  it('is rejected with the metadata in Go syntax', async () => {
    const review = { metadata: { name: 'x' }, spec: { user: 'a', nonResourceAttributes: { path: '/', verb: 'get' } } };
    const { message } = await ask('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', review);
    expect(message).toContain('metadata: Invalid value: v1.ObjectMeta{Name:"x", GenerateName:"", Namespace:"",');
    expect(message).toContain('ManagedFields:[]v1.ManagedFieldsEntry(nil)}: must be empty');
  });
});

describe('a dry run', () => {
  it('shows node ports above the range, because it allocates none', async () => {
    const spec = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: [{ port: 80 }] };
    const service = await ask('POST', `${NAMESPACE}/services?dryRun=All`, { metadata: { name: 'lb' }, spec });
    expect(service.spec).toMatchObject({ ports: [{ nodePort: 32769 }], healthCheckNodePort: 32770 });
  });
});

describe('an empty list or map', () => {
  const webhook = {
    name: 'a.example.com',
    clientConfig: { url: 'https://127.0.0.1/' },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  };
  const webhooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
  const policies = '/apis/admissionregistration.k8s.io/v1beta1/validatingadmissionpolicies';
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
  const policy = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }] };

  it.each([
    ['/apis/networking.k8s.io/v1/namespaces/shop/networkpolicies', { spec: {} }, { spec: { egress: [] } }, 2],
    [webhooks, { webhooks: [webhook] }, { webhooks: [{ ...webhook, objectSelector: { matchLabels: {} } }] }, 2],
    [policies, { spec: policy }, { spec: { variables: [] } }, 1],
    ['/apis/apps/v1/namespaces/shop/deployments', { spec: { selector, template } }, { metadata: {} }, 1],
  ])(
    'changes the generation of %s only where Go distinguishes it from an absent one',
    async (path, object, patch, generation) => {
      await ask('POST', path, { metadata: { name: 'empties' }, ...object });
      const { metadata } = await ask('PATCH', `${path}/empties`, patch, 'application/merge-patch+json');
      expect(metadata).toMatchObject({ generation });
    },
  );

  it('within a list changes the manager of the list', async () => {
    const roles = '/apis/rbac.authorization.k8s.io/v1/namespaces/shop/roles';
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
    await ask('POST', `${roles}?fieldManager=a`, { metadata: { name: 'empties' }, rules });
    const sent = { rules: [{ ...rules[0], nonResourceURLs: [] }] };
    const { metadata } = await ask('PATCH', `${roles}/empties?fieldManager=b`, sent, 'application/merge-patch+json');
    expect(metadata.managedFields).toMatchObject([{ manager: 'b', fieldsV1: { 'f:rules': {} } }]);
  });

  it('of parameters changes a storage class without parameters', async () => {
    const fields = await fieldsOf('/apis/storage.k8s.io/v1/storageclasses', { provisioner: 'a/b' }, { parameters: {} });
    expect(fields).toEqual(['parameters']);
  });

  it('is shown as empty in messages', async () => {
    const message = async (path: string, spec: object) =>
      (await ask('POST', path, { metadata: { name: 'shown' }, spec })).message;
    const empty = { matchLabels: {} };
    expect(await message('/apis/apps/v1/namespaces/shop/deployments', { selector: empty, template })).toContain(
      'v1.LabelSelector{MatchLabels:map[string]string{}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}',
    );
    expect(await message('/apis/networking.k8s.io/v1/namespaces/shop/ingresses', { rules: [] })).toContain(
      '[]networking.IngressRule{}',
    );
    expect(await message('/api/v1/persistentvolumes', { capacity: {} })).toContain('core.ResourceList{}');
  });

  it('is stored as null where the field is always written', async () => {
    const spec = { selector, serviceName: 's', template: { ...template, spec: { containers: [] } } };
    const stored = await ask('POST', '/apis/apps/v1/namespaces/shop/statefulsets', {
      metadata: { name: 'none' },
      spec,
    });
    expect(stored.spec).toMatchObject({ template: { spec: { containers: null } } });
  });
});
