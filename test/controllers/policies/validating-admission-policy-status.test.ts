import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startControllers } from '../../../src/hosts/controllers/start-controllers.ts';
import { systemClock, systemRandom } from '../../../src/hosts/platform.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

const POLICIES = '/apis/admissionregistration.k8s.io/v1beta1/validatingadmissionpolicies';

describe('the status of a policy', () => {
  let server: Server;
  let stop: () => Promise<void>;
  const ask = async (path: string, method = 'GET', body?: object, type = 'application/json') => {
    const headers = { authorization: 'Bearer admin-token', 'content-type': type };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    return (await server.fetch(new Request(`http://localhost${path}`, init))).json();
  };
  const create = (name: string, expression: string) =>
    ask(POLICIES, 'POST', {
      metadata: { name },
      spec: {
        validations: [{ expression }],
        matchConstraints: {
          resourceRules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['*'], resources: ['deployments'] }],
        },
      },
    });
  const statusOf = async (name: string) => (await ask(`${POLICIES}/${name}`)).status;

  beforeAll(async () => {
    server = await createServer({
      storage: await createMemoryStorage(),
      clock: systemClock,
      random: systemRandom,
      fetch: () => Promise.reject(new Error('nothing outside may be asked')),
      flags: {
        dialect: 'kubernetes',
        'token-auth-file': 'admin-token,admin,admin,"system:masters"\n',
        'feature-gates': 'ValidatingAdmissionPolicy=true',
        'runtime-config': 'admissionregistration.k8s.io/v1beta1=true',
      },
    });
    stop = startControllers(server, 'kubernetes');
  });
  afterAll(async () => {
    await stop();
    await server.close();
  });

  it('reports the invalid expressions and the observed generation', async () => {
    await create('wrong', 'object.replicas > 1');
    await expect
      .poll(() => statusOf('wrong'))
      .toMatchObject({
        observedGeneration: 1,
        typeChecking: { expressionWarnings: [{ fieldRef: 'spec.validations[0].expression' }] },
      });
  });

  it('has an empty typeChecking field when all expressions are valid', async () => {
    await create('right', 'object.spec.replicas > 1');
    await expect.poll(() => statusOf('right')).toEqual({ observedGeneration: 1, typeChecking: {} });
  });

  it('is applied by a separate field manager through the status subresource', async () => {
    await create('managed', 'object.x == 1');
    await expect
      .poll(async () => (await ask(`${POLICIES}/managed`)).metadata.managedFields)
      .toContainEqual(
        expect.objectContaining({
          manager: 'validatingadmissionpolicy-status',
          operation: 'Apply',
          subresource: 'status',
          fieldsV1: {
            'f:status': { 'f:observedGeneration': {}, 'f:typeChecking': { 'f:expressionWarnings': {} } },
          },
        }),
      );
  });

  it('loses its warnings when the policy is corrected', async () => {
    await create('mended', 'object.x == 1');
    await expect.poll(() => statusOf('mended')).toHaveProperty('typeChecking.expressionWarnings');
    const spec = { validations: [{ expression: 'true' }] };
    await ask(`${POLICIES}/mended`, 'PATCH', { spec }, 'application/merge-patch+json');
    await expect.poll(() => statusOf('mended')).toEqual({ observedGeneration: 2 });
  });
});
