import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NodeHost, startNodeHost } from '../../../src/hosts/node/node.ts';
import { admissionConfiguration } from '../../admission/admission-harness.ts';
import { CA_BUNDLE, start } from '../../conformance/webhook-fixture.mjs';

const USER = { username: 'admin', groups: ['system:masters'] };

let backend: Server;
let host: NodeHost;

beforeAll(async () => {
  backend = await start(0);
  const { port } = backend.address() as AddressInfo;
  const server = `https://127.0.0.1:${port}/image-policy`;
  const kubeConfigFile = JSON.stringify({
    clusters: [{ name: 'c', cluster: { server, 'certificate-authority-data': CA_BUNDLE } }],
    users: [{ name: 'u', user: {} }],
  });
  const configuration = { imagePolicy: { kubeConfigFile } };
  host = await startNodeHost({
    port: 0,
    flags: {
      'enable-admission-plugins': 'ImagePolicyWebhook',
      'disable-admission-plugins': 'ServiceAccount',
      'admission-control-config-file': admissionConfiguration({ name: 'ImagePolicyWebhook', configuration }),
    },
  });
});
afterAll(async () => {
  await host.close();
  backend.close();
});

async function createPod(image: string): Promise<Response> {
  const body = JSON.stringify({ metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image }] } });
  const request = new Request('http://localhost/api/v1/namespaces/default/pods?dryRun=All', { method: 'POST', body });
  return host.server.fetch(request, { user: USER });
}

test('the backend is called over TLS with the certificate authority of its kubeconfig', async () => {
  expect((await createPod('fine')).status).toBe(201);
  const { message } = (await (await createPod('forbidden')).json()) as { message: string };
  expect(message).toBe(
    'pods "p" is forbidden: image policy webhook backend denied one or more images: forbidden may not run in default; annotations {}',
  );
});
