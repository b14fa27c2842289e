import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createStore } from 'zustand/vanilla';
import { dialectNamed, kubernetesName } from '../../../src/api/dialect.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import { type ApiClient, createApiClient } from '../../../src/client/api-client.ts';
import type { ApiError } from '../../../src/client/api-error.ts';
import { type Discovery, discover, findResource } from '../../../src/client/discovery.ts';
import { readLesson } from '../../../src/lessons/format/read-lesson.ts';
import type { Application } from '../../../src/ui/application.ts';
import { enableObjects } from '../../../src/ui/commands/admission-lab.ts';
import { applyFix } from '../../../src/ui/commands/apply-fix.ts';
import { createSample, SAMPLE_NAMESPACE, SAMPLE_OBJECTS } from '../../../src/ui/commands/create-sample.ts';
import { duplicateObject } from '../../../src/ui/commands/duplicate-object.ts';
import { installExampleApi } from '../../../src/ui/commands/example-api.ts';
import { operate, operationsOf } from '../../../src/ui/commands/kind-operations.ts';
import { addSimulatedNodes } from '../../../src/ui/commands/nodes/add-simulated-nodes.ts';
import { requestFixes } from '../../../src/ui/commands/review-access.ts';
import { createRequest } from '../../../src/ui/commands/sign-certificates.ts';
import { startLesson } from '../../../src/ui/commands/start-lesson.ts';
import { prepareTenants } from '../../../src/ui/commands/tenant-load.ts';
import { writeObjects as writeConfigMaps } from '../../../src/ui/commands/watch-lab.ts';
import type { AccessQuestion } from '../../../src/ui/state/access/access-question.ts';
import { proposedRoles } from '../../../src/ui/state/access/proposed-roles.ts';
import type { UsedAction } from '../../../src/ui/state/access/used-access.ts';
import { createLabStore } from '../../../src/ui/state/stores/lab-store.ts';
import { POLICY_EXAMPLES, WEBHOOK_EXAMPLES, withExample } from '../../../src/ui/views/lab/lab-examples.ts';
import { labObjects } from '../../../src/ui/views/lab/lab-objects.ts';
import { ADMIN, createWholeServer } from '../../server/whole-server.ts';

const LESSONS = new URL('../../../src/lessons/catalog/', import.meta.url);
const SUBJECTS = [
  { isSelf: false, user: { username: 'bob' }, text: 'User bob' },
  { isSelf: false, user: { username: 'group-member', groups: ['dev'] }, text: 'Group dev' },
  {
    isSelf: false,
    user: { username: `system:serviceaccount:${SAMPLE_NAMESPACE}:reader`, groups: ['system:serviceaccounts'] },
    text: 'Service account reader',
  },
];
/** The objects of operations, by resource. */
const OPERATED = [
  ['deployments', 'web'],
  ['cronjobs', 'report'],
  ['nodes', 'simulated-node-1'],
] as const;
/** The codes of objects that cannot be decoded or are invalid. */
const INVALID = new Set([400, 422]);
const WRITES = new Set(['POST', 'PUT', 'PATCH']);
const clock = {
  now: () => Date.UTC(2024, 0, 15),
  after: (milliseconds: number, callback: () => void) => {
    const timer = setTimeout(callback, Math.min(milliseconds, 10));
    return () => clearTimeout(timer);
  },
};

describe.each(['kubernetes', 'cluster'] as const)('in the dialect %s, strict validation accepts', (dialect) => {
  let cluster: Awaited<ReturnType<typeof createWholeServer>>;
  let client: ApiClient;
  let discovery: Discovery;
  let application: Application;
  /** The problems that the app reports to the user. */
  const problems: string[] = [];
  /** The numbers of objects that were sent and refused since the last test. */
  let [sent, refused]: [number, string[]] = [0, []];

  beforeAll(async () => {
    cluster = await createWholeServer({
      flags: { dialect, 'runtime-config': 'api/all=true', 'feature-gates': 'ValidatingAdmissionPolicy=true' },
    });
    client = createApiClient({
      async fetch(request) {
        if (!WRITES.has(request.method)) return cluster.server.fetch(request, { user: ADMIN });
        const url = new URL(request.url);
        url.searchParams.set('fieldValidation', 'Strict');
        const response = await cluster.server.fetch(new Request(url, request), { user: ADMIN });
        sent++;
        if (INVALID.has(response.status)) refused.push(await response.clone().text());
        return response;
      },
      baseUrl: 'http://cluster',
    });
    discovery = await discover(client);
    application = {
      client,
      discovery: createStore(() => ({ discovery })),
      platform: { clock },
      clusterClock: createStore(() => ({ readNow: async () => clock.now() })),
      notifications: createStore(() => ({
        notify: (kind: string, title: string, text = '') => kind === 'danger' && problems.push(`${title}: ${text}`),
      })),
    } as unknown as Application;
    await cluster.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  });
  afterAll(() => cluster.server.close());

  /** Expects that an action sends objects, and that the server accepts all of them. */
  async function expectAccepted(action: () => Promise<unknown>): Promise<void> {
    [sent, refused] = [0, []];
    await action();
    expect([refused, problems]).toEqual([[], []]);
    expect(sent).toBeGreaterThan(0);
  }
  const resourceOf = (plural: string) => {
    const found = findResource(discovery, plural);
    if (!found) throw new Error(`The server has no ${plural}`);
    return found;
  };

  it('the sample', () => expectAccepted(() => createSample(application)));

  it('added nodes', () => expectAccepted(() => addSimulatedNodes(application)));

  it.each(readdirSync(LESSONS))('the start of the lesson %s', async (file) => {
    const { lesson } = readLesson(readFileSync(new URL(file, LESSONS), 'utf8'));
    if (!lesson) throw new Error(`${file} is no lesson`);
    // No controller creates the service accounts that some pods require: their creation is refused later.
    const nodes = (await client.list({ group: '', version: 'v1', resource: 'nodes' })).items.length + 1;
    await expectAccepted(() => startLesson(application, { ...lesson.start, nodes }).catch(() => undefined));
  });

  it('fixes of denied requests', () =>
    expectAccepted(async () => {
      const action = { resourceAttributes: { verb: 'list', resource: 'secrets', namespace: SAMPLE_NAMESPACE } };
      for (const subject of SUBJECTS) {
        const question = { subject, action } as unknown as AccessQuestion;
        const { fixes } = await requestFixes(client, question, new AbortController().signal);
        expect(fixes.length).toBeGreaterThan(0);
        // The second fix has a binding of the same name, which is a conflict after the validation.
        for (const fix of fixes)
          await applyFix(client, discovery, fix).catch((error: ApiError) => expect(error.code).toBe(409));
      }
    }));

  it('roles that are proposed from what a user did', () =>
    expectAccepted(async () => {
      const action = { verb: 'get', group: '', resource: 'pods', namespace: SAMPLE_NAMESPACE, name: 'web' };
      const options = { user: { username: 'bob', groups: [] }, group: resourceOf('roles').group, areNamed: true };
      const takenNames = new Set<string>();
      for (const fix of proposedRoles([action as unknown as UsedAction], { ...options, takenNames }))
        await applyFix(client, discovery, fix);
    }));

  it('a copy of each object of the sample', async () => {
    for (const { resource, name } of SAMPLE_OBJECTS) {
      const found = resourceOf(resource);
      const { group, version, resource: plural } = found;
      const drafts: { text: string }[] = [];
      const keeping = {
        ...application,
        drafts: createStore(() => ({ keep: (_: string, draft: { text: string }) => drafts.push(draft) })),
      };
      await duplicateObject(keeping as unknown as Application, found, { namespace: SAMPLE_NAMESPACE, name });
      const object = parse(drafts[0]?.text ?? '') as ApiObject;
      expect(object.metadata.name).toBe(`${name}-copy`);
      await expectAccepted(() =>
        client.create({ group, version, resource: plural, namespace: SAMPLE_NAMESPACE }, object),
      );
    }
  });

  it('the example of an API', () => expectAccepted(() => installExampleApi(client, discovery)));

  it.each([true, false])('the objects of tenants whose requests are flows of their own: %s', (isFair) =>
    expectAccepted(() => prepareTenants(client, discovery, isFair)),
  );

  it('the objects of the watch lab', () =>
    expectAccepted(() => writeConfigMaps(client, clock, { namespace: 'default', first: 0, count: 1 })));

  it('a certificate request', () =>
    expectAccepted(() =>
      createRequest(client, resourceOf('certificatesigningrequests'), {
        ...{ name: 'ann', commonName: 'ann', organizations: ['dev'], hosts: [] },
        signerName: dialectNamed(dialect).rename(kubernetesName('kubernetes.io/kube-apiserver-client')),
        ...{ usages: ['client auth'], expirationSeconds: 3600 },
      }),
    ));

  it('a triggered Job, and restarted, suspended and cordoned objects', () =>
    expectAccepted(async () => {
      const jobs = { ...resourceOf('cronjobs'), namespace: SAMPLE_NAMESPACE };
      const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'work', image: 'worker' }] } };
      const spec = { schedule: '0 0 * * *', jobTemplate: { spec: { template } } };
      await client.create(jobs, { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'report' }, spec });
      for (const [plural, name] of OPERATED)
        for (const operation of operationsOf(resourceOf(plural))) {
          const object = { name, ...(plural === 'nodes' ? {} : { namespace: SAMPLE_NAMESPACE }) };
          await operate(application, resourceOf(plural), operation, [object], dialectNamed(dialect));
        }
    }));

  it.each([
    ...WEBHOOK_EXAMPLES.map(({ id }) => ['webhook', id] as const),
    ...POLICY_EXAMPLES.map(({ id }) => ['policy', id] as const),
  ])('the example of a %s, %s', (mode, id) =>
    expectAccepted(async () => {
      const settings = { getItem: () => null, setItem: () => undefined };
      const { group } = resourceOf('validatingadmissionpolicies');
      const lab = withExample(createLabStore(settings as never, 'one').getState(), mode, id, `${group}/v1beta1`);
      const namespaceLabel = dialectNamed(dialect).rename(kubernetesName('kubernetes.io/metadata.name'));
      const objects = labObjects(lab, { discovery, namespace: SAMPLE_NAMESPACE, namespaceLabel });
      await enableObjects(client, discovery, objects);
    }),
  );
});
